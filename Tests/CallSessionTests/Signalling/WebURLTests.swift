import Testing

@testable import CallSession

@Suite struct WebURLTests {
  @Test(arguments: [
    ("http://a.example", "http://a.example/"),
    ("HTTPS://A.example:443/B?c#d", "https://a.example/B?c"),
    ("http://127.0.0.1:8080/whep", "http://127.0.0.1:8080/whep"),
    ("http://[::1]:80/", "http://[::1]/"),
    ("https://a.example?x=1", "https://a.example/?x=1"),
    ("http://a.example:/x", "http://a.example/x"),
  ])
  func `an address is read`(text: String, description: String) {
    #expect(WebURL(text)?.description == description)
  }

  @Test(arguments: [
    "", "a.example", "ftp://a.example/", "http://", "http:///x", "http://u@a.example/",
    "http://a.example:0/", "http://a.example:65536/", "http://a.example:8x/", "http://a b/",
    "http://a.example/\r\nX: y", "http://[::1/", "http://[::1]x/", "http://a\u{E9}.example/",
    "http://a.example:+1/", "javascript:alert(1)", "http://" + String(repeating: "a", count: 3_000),
  ])
  func `what is none is refused`(text: String) {
    #expect(WebURL(text) == nil)
  }

  /// Those of RFC 3986, 5.4, that are of the web.
  @Test(arguments: [
    ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
    ("/g", "http://a/g"),
    ("//g", "http://g/"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
    ("#s", "http://a/b/c/d;p?q"), ("g#s", "http://a/b/c/g"), (";x", "http://a/b/c/;x"),
    ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"),
    ("..", "http://a/b/"),
    ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../../g", "http://a/g"),
    ("/./g", "http://a/g"), ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."),
    ("./g/.", "http://a/b/c/g/"), ("g;x=1/../y", "http://a/b/c/y"),
    ("g?y/../x", "http://a/b/c/g?y/../x"),
    ("https://h/x", "https://h/x"),
  ])
  func `a reference is resolved`(reference: String, description: String) throws {
    let base = try #require(WebURL("http://a/b/c/d;p?q"))
    #expect(base.resolving(reference)?.description == description)
  }

  @Test(arguments: ["g:h", "javascript:x", "http:g", "a b", "//"])
  func `a reference that leads nowhere is refused`(reference: String) throws {
    let base = try #require(WebURL("http://a/b/c/d;p?q"))
    #expect(base.resolving(reference) == nil)
  }

  @Test func `what is resolved is no longer than what is read`() throws {
    let base = try #require(WebURL("https://a.example/whip/"))
    let longest = String(repeating: "a", count: 2_048 - 23)
    let url = try #require(base.resolving(longest))
    #expect(WebURL(url.description) == url)
    #expect(base.resolving(longest + "a") == nil)
    #expect(base.resolving(String(repeating: "a", count: 2_040)) == nil)
    #expect(base.resolving("/" + String(repeating: "a", count: 2_040)) == nil)
    #expect(base.resolving("?" + String(repeating: "a", count: 2_040)) == nil)
    // With the slash that it lacks it is one too long.
    #expect(WebURL("https://" + String(repeating: "a", count: 2_040)) == nil)
  }

  @Test func `an origin is scheme, host and port`() throws {
    let own = try #require(WebURL("https://a.example/x"))
    for (text, isSame) in [
      ("https://A.example:443/y", true), ("http://a.example/x", false),
      ("https://b.example/x", false),
      ("https://a.example:444/x", false),
    ] {
      #expect(own.isSameOrigin(try #require(WebURL(text))) == isSame)
    }
  }
}
