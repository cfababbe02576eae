import Catalogue
import Testing

struct FeedDateTests {
    /// 2016-02-15 08:00 UTC.
    private static let eight: Int64 = 1_455_523_200

    @Test(arguments: [
        "Mon, 15 Feb 2016 08:00:00 GMT", "Mon, 15 Feb 2016 16:00:00 +0800", "Mon, 15 Feb 2016 03:00:00 EST", "15 Feb 2016 08:00 UT",
        "Sun, 15 February 2016 08:00:00 Z", "Mon 15 Feb 2016 08:00:00", "mon, 15 feb 16 08:00:00 gmt", "Feb 15, 2016 8:00 AM",
        "Mon Feb 15 08:00:00 2016", "Mon Feb 15 08:00:00 UTC 2016", "2016-02-15T08:00:00Z", "2016-02-15T16:00:00+08:00", "2016-02-15 08:00",
        "2016-02-15T08:00:00.123Z", "2016-02-15T08:00:00,5+00:00", "2016/02/15 08:00:00", "15.02.2016 08:00",
        "\n\tMon, 15  Feb 2016\n08:00:00 GMT ",
        "2016-02-15T02:00:00-0600", "Mon, 15 Feb 2016 08:00:00 +00:00", "Mon, 15 Feb 2016 09:00:00 +1", "15-Feb-2016 08:00:00 GMT",
    ])
    func isRead(text: String) { #expect(Timestamp.feedDate(text) == Self.eight) }

    @Test(arguments: [
        ("2016-02-15", 1_455_494_400 as Int64), ("15 Feb 2016", 1_455_494_400), ("Tue, 29 Feb 2000 00:00:00 GMT", 951_782_400),
        ("31 Dec 1969 23:00:00 GMT", -3600), ("Mon, 15 Feb 2016 12:30 PM GMT", 1_455_539_400),
        ("Mon, 15 Feb 2016 12:30 AM GMT", 1_455_496_200),
    ])
    func givesTheSecond(text: String, seconds: Int64) { #expect(Timestamp.feedDate(text) == seconds) }

    @Test(arguments: [
        "", "soon", "30 Feb 2016", "2016-13-01", "15 Feb", "Thu, 01 Jan 1970 00:00:00 GMT", "15 Feb 2016 25:00", "0000-00-00 00:00:00",
        "99999999999999999999 Feb 2016", ": : :", "12:00", "+0800",
    ])
    func isNoDate(text: String) { #expect(Timestamp.feedDate(text) == nil) }
}
