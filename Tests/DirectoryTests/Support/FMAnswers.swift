/// Made-up answers in an FM-style service's manner, sloppy types and all.
enum FMAnswers {
    static let banner = """
        {"msg":"调用成功","code":"0","data":[
          {"id":901,"bannerTitle":"清晨的车站 &amp; 夜班的灯","img640_292":"//img.example.test/b901.jpg","activityUrl":"","linkUrl":"",
           "redirectId":"70001","redirectType":1,
           "resourceInfo":{"id":70001,"title":"清晨的车站","programId":"5101","programName":"城市杂音","duration":"1835","audiolist":[
             {"isDefault":"1","size":"3760","filePath":"http://audio.example.test/70001.mp3","audioStream":"64"}]}},
          {"id":"902","bannerTitle":"A page","img640_292":null,"activityUrl":"https://www.example.test/page","resourceInfo":"","tvDetails":[]}
        ]}
        """

    static let cards = """
        {"msg":"调用成功","code":0,"data":[
          {"id":"64","cardTitle":"推荐","listTwy":[{"id":"70001","reTitle":"","title":"清晨的车站","programId":"5101","programName":"城市杂音"}]},
          null,
          {"id":"81","cardTitle":"ad","listTwy":""},
          {"id":"72","cardTitle":"播客","listCategory":{"id":"329","nodeName":"播客","listReource":
            {"0":{"id":"70002","title":"雨","programId":"5102","programName":"天气"},"1":{"id":"70003","title":"风","programId":"5102","programName":"天气"}}}}
        ]}
        """

    static let leaderboard = """
        {"msg":"调用成功","code":"0","data":{
          "hotResourceList":[{"id":"91001","title":"热播一","programId":"5301","programName":"榜单节目"}],
          "praiseList":{"id":"91002","title":"赞一","programId":"5302","programName":"榜单节目二"},
          "subList":[{"id":"5303","programName":"订阅一","subscribesNumShow":"3"}],
          "newList":[{"id":"5304","programName":"新一"}],
          "bkBdList":[{"id":"5305","topTitle":"专辑一","img1035_441":"http://img.example.test/a.jpg"}]}}
        """

    static let details = """
        {"msg":"调用成功","code":"0","data":{"id":"5101","programName":"城市杂音","programDetails":"第一段。\\r\\n第二段。","compere":"林样",
         "tags":"城市,声音","resourceNum":"2","subscribesNumShow":"8765","img640_640":"http://img.example.test/5101.jpg"}}
        """

    static let playList = """
        {"msg":"调用成功","code":"0","data":{
          "programInfo":{"id":5101,"programName":"城市杂音","listenNumShow":"123.5万"},
          "resourceList":[
            {"id":"70002","title":"末班车","duration":"12:30","publishTime":"1479786400","audiolist":
              {"isDefault":"1","filePath":"http://audio.example.test/70002.mp3?sign=abc","audioStream":"64"}},
            {"id":"","title":"no id"},
            {"id":"70001","title":"清晨的车站","programId":"5101","programName":"城市杂音","duration":1835.0,"audiolist":[]}
          ]}}
        """

    /// One page of a category's list, `count` programmes from `first`, under the key that belongs to `type` (1, 2, 3).
    static func programs(category: String, type: String, first: Int, count: Int, total: Int?) -> String {
        let key = ["1": "reList", "2": "newList", "3": "hotList"][type] ?? "reList"
        let entries = (0..<count).map { #"{"id":"\#(first + $0)","programName":"节目\#(first + $0)"}"# }
        let stated = total.map { #""\#(key)Count":"\#($0)","# } ?? ""
        return #"""
            {"msg":"调用成功","code":"0","data":{"nodeId":\#(category),"nodeName":"播客",\#(stated)"\#(key)":[\#(entries.joined(separator: ","))]}}
            """#
    }

    /// Episodes with these numbers as ids, as texts and as numbers in turn, under `key`.
    static func episodes(_ numbers: ClosedRange<Int>, key: String, count: Int?) -> String {
        let entries = numbers.map { #"{"id":\#($0 % 2 == 0 ? "\"\($0)\"" : "\($0)"),"title":"第\#($0)期","programId":"5101"}"# }
        let stated = count.map { #""count":"\#($0)","# } ?? ""
        return #"{"code":"0","data":{\#(stated)"\#(key)":[\#(entries.joined(separator: ","))]}}"#
    }

    static let refused = #"{"msg":"签名错误","code":"1003"}"#
    static let webPage = "<!DOCTYPE html><html><head><title>Sign in</title></head><body>Please sign in</body></html>"
}
