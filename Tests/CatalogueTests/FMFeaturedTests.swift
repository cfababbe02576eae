import Catalogue
import Testing

struct FMBannerTests {
    @Test func anActivityLeadsWhereItsContentsSay() throws {
        let (activities, skipped) = try FMReader.banner(
            body(
                #"""
                {"code":0,"msg":"ok","data":[
                {"bannerTitle":"Eins","img640_292":"//i.test/1.jpg","redirectType":2,"resourceInfo":{"id":9007199254740993123,"title":"Folge","programId":"8"}},
                {"bannerTitle":"Zwei","redirectType":"2","redirectId":77,"resourceInfo":""},
                {"bannerTitle":"Drei","redirectType":1,"redirectId":"78","resourceInfo":null},
                {"bannerTitle":"Vier","redirectType":"4","redirectId":"5","activityUrl":"","linkUrl":"http://w.test/x?a=1"},
                {"bannerTitle":"Fünf","tvDetails":{"id":"1"}},
                {"bannerTitle":"Sechs","tvDetails":[],"activityUrl":"javascript:alert(1)"},
                {"bannerTitle":"Sieben","resourceInfo":{"id":"","programId":"12","programName":"Reihe"}}]}
                """#))
        #expect(skipped.isEmpty)
        #expect(activities.map(\.title) == ["Eins", "Zwei", "Drei", "Vier", "Fünf", "Sechs", "Sieben"])
        #expect(activities[0].image == "http://i.test/1.jpg")
        #expect(activities[0].target == .episode(Episode(ref: "9007199254740993123", title: "Folge", programRef: "8")))
        #expect(activities[1].target == .program(Program(ref: "77", title: "Zwei")))
        #expect(activities[2].target == .episode(Episode(ref: "78", title: "Drei")))
        #expect(activities[3].target == .web("http://w.test/x?a=1"))
        #expect(activities[4].target == .live)
        #expect(activities[5].target == .none)
        #expect(activities[6].target == .program(Program(ref: "12", title: "Reihe")))
    }

    @Test func aBadEntryCostsOnlyItself() throws {
        let (activities, skipped) = try FMReader.banner(body(#"{"code":"0","data":[null,{"id":"1"},"x",{"bannerTitle":"A"}]}"#))
        #expect(activities == [Activity(title: "A")])
        #expect(skipped == ["activity 1 is null", "activity 2 has no title and leads nowhere", "activity 3 is no object"])
    }

    @Test func readsOneObjectInTheListsPlaceAndNothing() throws {
        #expect(try FMReader.banner(body(#"{"code":"0","data":{"bannerTitle":"A"}}"#)).activities.count == 1)
        for data in ["null", "[]", "{}", #""""#] {
            #expect(try FMReader.banner(body(#"{"code":"0","data":\#(data)}"#)).activities.isEmpty)
        }
    }

    @Test func aTitleHoldsNoControlCharacter() throws {
        let activities = try FMReader.banner(body(##"{"code":"0","data":[{"bannerTitle":"a\u0000\u001b[31mb&amp;<i>c</i>\n"}]}"##))
            .activities
        #expect(activities.map(\.title) == ["ab&c"])
    }
}

struct FMCardTests {
    @Test func cardsAreToldByWhatTheyHold() throws {
        let (cards, skipped) = try FMReader.cards(
            body(
                #"""
                {"code":"0","data":[
                {"cardTitle":"A","nodeId":"10","listTwy":[{"id":"1","title":"t","reTitle":"besser","programName":"p"}]},
                {"cardTitle":"","listCategory":{"id":329,"nodeName":"B","listReource":[{"id":"2","title":"u","reTitle":""},null,{"title":"ohne"}]}},
                {"cardTitle":"Thema","listTopic":[{"id":"3","title":"x"}]},
                {"cardTitle":"leer","listTwy":[]},
                {"cardTitle":"C","cardDetails":{"id":"4","programName":"nur Reihe"}},
                {"adUrl":"http://ad.test/"},null]}
                """#))
        #expect(
            cards.map(\.kind) == [.card(title: "A", category: "10"), .card(title: "B", category: "329"), .card(title: "C", category: nil)])
        #expect(cards[0].items == [.episode(Episode(ref: "1", title: "besser", programTitle: "p"))])
        #expect(cards[1].items == [.episode(Episode(ref: "2", title: "u"))])
        #expect(cards[2].items == [.program(Program(ref: "4", title: "nur Reihe"))])
        #expect(skipped.count == 6)
        #expect(skipped.contains("card 4 has no items that can be used"))
        #expect(skipped.contains("card “B”, entry 3 has no id"))
    }
}

struct FMLeaderboardTests {
    @Test func chartsKeepTheServicesOrderUnderOurNames() throws {
        let (charts, skipped) = try FMReader.leaderboard(
            body(
                #"""
                {"code":"0","data":{"bkBdList":[{"id":"1","topTitle":"Album","iosBanner":"http://i.test/b.jpg"}],
                "hotResourceList":[{"id":"5","title":"b","listenNumShow":123},{"id":"4","title":"a"},{}],"praiseList":[],
                "subList":{"0":{"id":"6","programName":"S"}},"newList":null}}
                """#))
        #expect(
            charts.map(\.kind) == [
                .chart(name: "hot", title: "Most played"), .chart(name: "subscribed", title: "Most subscribed"),
                .chart(name: "albums", title: "Selected albums"),
            ])
        #expect(
            charts[0].items == [
                .episode(Episode(ref: "5", title: "b", counters: [Counter(name: "listens", text: "123")])),
                .episode(Episode(ref: "4", title: "a")),
            ])
        #expect(charts[1].items == [.program(Program(ref: "6", title: "S"))])
        #expect(charts[2].items == [.program(Program(ref: "1", title: "Album", image: "http://i.test/b.jpg"))])
        #expect(skipped == ["chart hot, entry 3 has no id"])
    }

    @Test func anotherAnswerIsNoLeaderboard() {
        #expect(throws: CatalogueError.notThisService(expected: "leaderboards")) {
            _ = try FMReader.leaderboard(body(#"{"code":"0","data":{"list":[]}}"#))
        }
    }
}

func body(_ text: String) -> [UInt8] { Array(text.utf8) }
