/// Made-up answers in the manner of an FM-style service: numbers as text, text as numbers, empty text for what isn't there.
enum RadioAnswers {
    static func audio(_ base: String, _ name: String) -> String {
        #"[{"isDefault":"1","size":"80","filePath":"\#(base)/audio/\#(name).mp3?sign=abc&t=1","audioStream":"128"}]"#
    }

    static func banner(_ base: String) -> String {
        """
        {"msg":"调用成功","code":"0","data":[
          {"id":901,"bannerTitle":"第一班车 &amp; 末班车","img640_292":"//img.example.test/901.jpg","activityUrl":"","linkUrl":"",
           "redirectId":"71001","redirectType":1,
           "resourceInfo":{"id":71001,"title":"第一班车","programId":"7101","programName":"站台","duration":"5","audiolist":\(audio(base, "71001"))}},
          {"id":"902","bannerTitle":"A page","img640_292":null,"activityUrl":"https://www.example.test/page","resourceInfo":"","tvDetails":[]},
          {"id":"903","bannerTitle":"Nothing behind","activityUrl":"","resourceInfo":null}
        ]}
        """
    }

    static func cards(_ base: String) -> String {
        """
        {"msg":"","code":0,"data":[
          {"id":"64","cardTitle":"推荐","listTwy":[
            {"id":"71001","reTitle":"","title":"第一班车","programId":"7101","programName":"站台","audiolist":\(audio(base, "71001"))},
            {"id":71002,"reTitle":"改过的题目","title":"末班车","programId":"7101","programName":"站台"}]},
          null,
          {"id":"81","cardTitle":"ad","listTwy":""},
          {"id":"72","cardTitle":"夜里","listCategory":{"id":"329","nodeName":"播客","listReource":
            {"0":{"id":"72001","title":"雨","programId":"7201","programName":"天气"},"1":{"id":"72002","title":"风","programId":"7201","programName":"天气"}}}}
        ]}
        """
    }

    static func leaderboard(_ base: String) -> String {
        """
        {"msg":"调用成功","code":"0","data":{
          "hotResourceList":[{"id":"71001","title":"第一班车","programId":"7101","programName":"站台","listenNumShow":"1.2万","audiolist":\(audio(base, "71001"))},
            {"id":71002,"title":"末班车","programId":7101,"programName":"站台"}],
          "praiseList":{"id":"72001","title":"雨","programId":"7201","programName":"天气"},
          "subList":[{"id":"7101","programName":"站台","subscribesNumShow":"3"},{"id":7201,"programName":"天气"}],
          "newList":[{"id":"7301","programName":"新的"}],
          "bkBdList":[{"id":"7401","topTitle":"专辑","img1035_441":"http://img.example.test/a.jpg"}]}}
        """
    }

    static let details = """
        {"msg":"调用成功","code":"0","data":{"id":"7101","programName":"站台","programDetails":"第一段。\\r\\n第二段，含 &quot;引号&quot;。",
         "compere":"林样","tags":"城市,声音","resourceNum":"3","subscribesNumShow":"8765","img640_640":"http://img.example.test/7101.jpg"}}
        """

    static func playList(_ base: String) -> String {
        """
        {"msg":"调用成功","code":"0","data":{
          "programInfo":{"id":7101,"programName":"站台","listenNumShow":"123.5万"},
          "resourceList":[
            {"id":71001,"title":"第一班车","duration":"5","publishTime":"1479786400","audiolist":\(audio(base, "71001"))},
            {"id":"71002","title":"末班车","duration":5.0,"publishTime":"2016-11-22 11:46:40","audiolist":\(audio(base, "71002"))},
            {"id":"","title":"no id"},
            {"id":"71003","title":"没有声音","programId":"7101","programName":"站台","audiolist":[]}
          ]}}
        """
    }

    /// One page of a category's list, `count` programmes from `first`, under the key that belongs to `type` (1, 2, 3).
    static func programs(category: String, type: String, first: Int, count: Int, total: Int?) -> String {
        let key = ["1": "reList", "2": "newList", "3": "hotList"][type] ?? "reList"
        let entries = (0..<count).map {
            #"{"id":"\#(first + $0)","programName":"节目\#(first + $0)","resourceTitle":"最新","listenNumShow":3}"#
        }
        let stated = total.map { #""\#(key)Count":"\#($0)","# } ?? ""
        return #"""
            {"msg":"调用成功","code":"0","data":{"nodeId":\#(category),"nodeName":"播客",\#(stated)"\#(key)":[\#(entries.joined(separator: ","))]}}
            """#
    }

    static let webPage = "<!DOCTYPE html><html><head><title>Sign in</title></head><body>Please sign in</body></html>"
}
