"""Makes an episode's MP3: espeak-ng speaks, a few sounds are computed, lame encodes.

Everything is mono. Speech alone stays at espeak-ng's 22.05 kHz; an episode with a made sound is at 44.1 kHz. The end is padded so
that each file lasts a whole number of seconds: the duration in the catalogue is then exactly what playing gives.
"""

import array
import math
import os
import random
import subprocess
import tempfile
import wave

SPEECH_RATE = 22050
MADE = ("waves", "rain", "crickets")


def episode(script, bell, tags):
    """The MP3's bytes, its length in seconds and its bit rate in kbit/s."""
    made = any(step[0] in MADE for step in script)
    rate, bitrate = (44100, 48) if made else (SPEECH_RATE, 32)
    samples = []
    for step in script:
        if step[0] == "bell":
            samples += bells(bell, rate)
        elif step[0] == "rest":
            samples += [0.0] * int(step[1] * rate)
        elif step[0] in MADE:
            samples += level(faded(globals()[step[0]](int(step[1] * rate), rate), rate), 0.5)
        else:
            samples += level(speech(*step, rate), 0.7) + [0.0] * int(0.25 * rate)
    seconds = math.ceil(len(samples) / rate + 0.2)
    samples += [0.0] * (seconds * rate - len(samples))
    return id3(tags) + encoded(samples, rate, bitrate), seconds, bitrate


def speech(voice, words, rate):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "speech.wav")
        subprocess.run(["espeak-ng", "-v", voice, "-s", "168", "-w", path, words], check=True)
        with wave.open(path) as file:
            assert file.getframerate() == SPEECH_RATE and file.getnchannels() == 1
            pcm = array.array("h", file.readframes(file.getnframes()))
    samples = [s / 32768 for s in pcm]
    if rate == 2 * SPEECH_RATE:
        samples = [v for a, b in zip(samples, samples[1:] + [0.0]) for v in (a, (a + b) / 2)]
    return samples


def encoded(samples, rate, bitrate):
    with tempfile.TemporaryDirectory() as folder:
        path, result = os.path.join(folder, "episode.wav"), os.path.join(folder, "episode.mp3")
        with wave.open(path, "wb") as file:
            file.setparams((1, 2, rate, 0, "NONE", ""))
            file.writeframes(array.array("h", [int(max(-1, min(1, s)) * 32767) for s in samples]).tobytes())
        # The tag with the exact number of samples needs a file to go back in (no pipe), and a first frame larger than those of a
        # constant 32 kbit/s. Without --resample lame would choose other rates than ours.
        subprocess.run(["lame", "--quiet", "--noreplaygain", "-m", "m", "--abr", str(bitrate), "--resample", str(rate / 1000), "-q", "2",
                        path, result], check=True)
        with open(result, "rb") as file:
            return file.read()


def id3(tags):
    """An ID3v2.4 tag in UTF-8. lame's own would depend on the locale."""
    frames = b""
    for name, text in tags.items():
        body = b"\x03" + text.encode()
        frames += name.encode() + syncsafe(len(body)) + b"\0\0" + body
    return b"ID3\x04\0\0" + syncsafe(len(frames)) + frames


def syncsafe(number):
    return bytes(number >> shift & 0x7F for shift in (21, 14, 7, 0))


def level(samples, peak):
    loudest = max(map(abs, samples))
    return [s * peak / loudest for s in samples]


def faded(samples, rate):
    edge, count = rate // 2, len(samples)
    return [s * min(1, i / edge, (count - i) / edge) for i, s in enumerate(samples)]


def bells(notes, rate):
    """Three struck notes, a little more than a second."""
    samples = [0.0] * int(1.3 * rate)
    for place, note in enumerate(notes):
        start = int(place * 0.22 * rate)
        for i in range(len(samples) - start):
            t = i / rate
            tone = math.sin(2 * math.pi * note * t) + 0.3 * math.sin(2 * math.pi * 2.76 * note * t) * math.exp(-9 * t)
            samples[start + i] += 0.16 * tone * math.exp(-4 * t) * min(1, t * 200)
    return faded(samples, 8000)


def noise(count, smoothing, seed):
    """White noise through a one-pole low pass; the seed makes it the same each time."""
    source, value, out = random.Random(seed), 0.0, []
    for _ in range(count):
        value += smoothing * (source.random() * 2 - 1 - value)
        out.append(value)
    return out


def waves(count, rate):
    """Water that comes in every four seconds, and the hiss of shingle as it leaves."""
    deep, hiss, out = noise(count, 0.02, 1), noise(count, 0.5, 2), []
    for i in range(count):
        phase = i / rate / 4 % 1
        swell = math.sin(math.pi * phase) ** 2
        out.append(4 * deep[i] * (0.3 + swell) + 0.22 * hiss[i] * max(0, math.sin(math.pi * (phase * 1.3 - 0.3))) ** 3)
    return out


def rain(count, rate):
    """A steady hiss, and drops that ring the tin."""
    out, chance = [0.12 * s for s in noise(count, 0.35, 3)], random.Random(4)
    for _ in range(count // rate * 26):
        start, pitch, strength = chance.randrange(count), chance.uniform(900, 3200), chance.uniform(0.05, 0.4)
        for i in range(min(count - start, rate // 25)):
            t = i / rate
            out[start + i] += strength * math.exp(-110 * t) * math.sin(2 * math.pi * pitch * t)
    return out


def crickets(count, rate):
    """Two crickets out of step, and twice a bird that sings upwards."""
    out = [0.02 * s for s in noise(count, 0.1, 5)]
    for i in range(count):
        t = i / rate
        for pitch, beat, share in ((4300, 0.61, 0.20), (4750, 0.83, 0.12)):
            pulse = max(0, math.sin(2 * math.pi * 24 * t)) * (t % beat < 0.3)
            out[i] += share * pulse * math.sin(2 * math.pi * pitch * t)
    for start in (3.0, 3.4, 6.2, 6.5, 6.8):
        for i in range(int(0.22 * rate)):
            t = i / rate
            out[int(start * rate) + i] += 0.5 * math.sin(math.pi * t / 0.22) * math.sin(2 * math.pi * (1900 + 4200 * t) * t)
    return out
