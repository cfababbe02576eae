// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    // The linker may leave out and order each function.
    .unsafeFlags(["-Xfrontend", "-function-sections"], .when(configuration: .release)),
]
/// For the rooms that touch no C: there each unsafe line has to say so.
let pure = strict + [.strictMemorySafety()]

// Each target names all that it is built from, also what it knows only through another: else it isn't built anew where a type of theirs gets
// another layout, and what comes of that is a program that writes beside its memory.
let package = Package(
    name: "skywave",
    products: [.executable(name: "skywave", targets: ["skywave"])],
    targets: [
        // C libraries. Those that are opened at first use are C targets, and so is starting another program; the others only headers.
        // libxml2's headers lie in a folder of their own; its pkg-config file would link it too.
        .target(name: "CCurl"),
        .target(name: "CCrypto"),
        .target(name: "CPulse"),
        .target(name: "CSpawn"),
        .target(name: "CXML", cSettings: [.unsafeFlags(["-I/usr/include/libxml2"])]),
        .target(name: "CDemo", exclude: ["station.tar"]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CMpg123", pkgConfig: "libmpg123", providers: [.apt(["libmpg123-dev"])]),
        .systemLibrary(name: "CSonic", providers: [.apt(["libsonic-dev"])]),
        .systemLibrary(name: "CEdit", pkgConfig: "libedit", providers: [.apt(["libedit-dev"])]),
        .systemLibrary(name: "CUTF8Proc", providers: [.apt(["libutf8proc-dev"])]),

        // Values and the readers of what servers say.
        .target(name: "Markup", dependencies: ["CXML"], swiftSettings: strict),
        .target(name: "Catalogue", dependencies: ["Markup"], swiftSettings: pure),
        .target(name: "Queue", dependencies: ["Catalogue", "Markup"], swiftSettings: pure),

        // The parts: none of them knows another, but for Directory, which asks through Transfer.
        .target(name: "Transfer", dependencies: ["CCurl", "CCrypto"], swiftSettings: strict),
        .target(name: "Directory", dependencies: ["Markup", "Catalogue", "Transfer", "CDemo"], swiftSettings: pure),
        .target(name: "Library", dependencies: ["Markup", "Catalogue", "CSQLite"], swiftSettings: strict),
        .target(name: "Playback", dependencies: ["CMpg123", "CPulse", "CSonic", "CSpawn"], swiftSettings: strict),

        // Where the parts meet, and what people and scripts see.
        .target(
            name: "Session", dependencies: ["Markup", "Catalogue", "Queue", "Transfer", "Directory", "Library", "Playback"],
            swiftSettings: pure),
        .target(name: "Terminal", dependencies: ["CEdit", "CSpawn", "CUTF8Proc"], swiftSettings: strict),
        .target(
            name: "Prompt",
            dependencies: ["Markup", "Catalogue", "Queue", "Transfer", "Directory", "Library", "Playback", "Session", "Terminal"],
            swiftSettings: pure),
        .executableTarget(
            name: "skywave",
            dependencies: [
                "Markup", "Catalogue", "Queue", "Transfer", "Directory", "Library", "Playback", "Session", "Terminal", "Prompt",
            ],
            exclude: ["functions.txt"], swiftSettings: strict,
            // What is to be set at each start is written in a tenth of the room, all of which is read then; and the functions that run then lie
            // together (Scripts/order-functions). Swift's own linker knows both.
            linkerSettings: [
                .unsafeFlags(["-use-ld=lld", "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs"]),
                .unsafeFlags(
                    [
                        "-Xlinker", "--symbol-ordering-file=\(Context.packageDirectory)/Sources/skywave/functions.txt",
                        "-Xlinker", "--no-warn-symbol-ordering",
                    ], .when(configuration: .release)),
            ]),

        // Not part of the product: what Scripts/bench runs.
        .executableTarget(
            name: "catalogue-benchmark", dependencies: ["Markup", "Catalogue", "Library"], path: "Benchmarks/catalogue-benchmark",
            swiftSettings: strict),
        .executableTarget(name: "playback-benchmark", path: "Benchmarks/playback-benchmark", swiftSettings: strict),

        // Nor is this: what Scripts/fuzz runs. FuzzTests run the same over the seeds.
        .target(name: "CFuzzing", path: "Fuzzing/CFuzzing"),
        .target(
            name: "Fuzzing", dependencies: ["CFuzzing", "Catalogue", "Markup", "Queue"], path: "Fuzzing/Reading", swiftSettings: strict),

        // Tests mirror the targets.
        .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: strict),
        .testTarget(name: "MarkupTests", dependencies: ["Markup"], swiftSettings: strict),
        .testTarget(name: "CatalogueTests", dependencies: ["Catalogue", "Markup", "TestSupport"], swiftSettings: strict),
        .testTarget(name: "QueueTests", dependencies: ["Queue", "Catalogue", "Markup", "TestSupport"], swiftSettings: strict),
        .testTarget(name: "TransferTests", dependencies: ["Transfer", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "DirectoryTests", dependencies: ["Directory", "Catalogue", "Markup", "Transfer", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "LibraryTests", dependencies: ["Library", "Catalogue", "Markup", "CSQLite", "TestSupport"], exclude: ["Fixtures"],
            swiftSettings: strict),
        .testTarget(name: "PlaybackTests", dependencies: ["Playback", "TestSupport"], exclude: ["Fixtures"], swiftSettings: strict),
        .testTarget(
            name: "SessionTests",
            dependencies: [
                "Session", "Markup", "Catalogue", "Queue", "Transfer", "Directory", "Library", "Playback", "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(name: "TerminalTests", dependencies: ["Terminal", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "PromptTests",
            dependencies: [
                "Prompt", "Markup", "Catalogue", "Queue", "Transfer", "Directory", "Library", "Playback", "Session", "Terminal",
                "TestSupport",
            ],
            exclude: ["Transcripts"], swiftSettings: strict),
        .testTarget(name: "FuzzTests", dependencies: ["Fuzzing", "Catalogue", "Markup", "Queue"], swiftSettings: strict),
        .testTarget(name: "SkywaveTests", dependencies: ["TestSupport", "CSQLite"], swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)
