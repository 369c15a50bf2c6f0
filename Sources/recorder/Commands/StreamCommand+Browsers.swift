import MediaIO

/// What is said of a stream that browsers watch.
extension StreamCommand {
  func whepOptions(
    _ source: StreamedSource, at address: SocketAddress
  ) -> WebRTCLiveSender.Options {
    var settings = WebRTCLiveSender.Options(listen: address)
    settings.token = options.token
    settings.mediaPort = options.mediaPort
    if let announced = options.announced { settings.announced = [announced] }
    settings.ground = source.ground
    return settings
  }

  /// Says where page and endpoint are.
  func announce(_ sender: WebRTCLiveSender, _ console: Console) {
    guard let address = sender.address else { return }
    let page = "http://\(address)/"
    let endpoint = "http://\(address)\(WebRTCLiveSender.path)"
    if options.json {
      var object = JSONObject()
      object.add("event", "streaming")
      object.add("page", page)
      object.add("whep", endpoint)
      console.print(object.line)
    } else if !options.quiet {
      console.note("\(page): the page that shows it")
      console.note("\(endpoint): for other players by WHEP")
    }
  }
}
