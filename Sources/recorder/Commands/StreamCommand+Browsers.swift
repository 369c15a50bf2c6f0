import CallSession
import MediaCore
import MediaIO

/// What is said of a stream by WebRTC.
extension StreamCommand {
  func whepOptions(
    _ source: StreamedSource, at address: SocketAddress
  ) throws(MediaError) -> WebRTCLiveSender.Options {
    var settings = WebRTCLiveSender.Options(listen: address)
    settings.token = options.token
    settings.mediaPort = options.server.mediaPort
    if let announced = options.server.announced { settings.announced = [announced] }
    settings.iceServers = options.iceServers
    settings.identity = try options.server.identity?.read()
    settings.ground = source.ground
    if source.isFilm { settings.filmRate = source.video.rate }
    return settings
  }

  /// Says where page and endpoint are.
  func announce(_ sender: WebRTCLiveSender, _ console: Console) {
    guard let address = sender.address else { return }
    let page = "\(options.server.identity == nil ? "http" : "https")://\(address)/"
    let endpoint = page + WebRTCLiveSender.path.dropFirst()
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

  func whipOptions(
    _ source: StreamedSource, to endpoint: WebURL
  ) throws(MediaError) -> WHIPLiveSender.Options {
    var settings = WHIPLiveSender.Options(endpoint, token: options.token)
    settings.stun = try options.stun?.addresses() ?? []
    settings.ground = source.ground
    if source.isFilm { settings.filmRate = source.video.rate }
    return settings
  }

  /// Says where it goes.
  func announce(_ endpoint: WebURL, _ console: Console) {
    if options.json {
      var object = JSONObject()
      object.add("event", "streaming")
      object.add("whip", "\(endpoint)")
      console.print(object.line)
    } else if !options.quiet {
      console.note("\(endpoint): where it is published")
    }
  }
}
