internal import CallSession
internal import MediaCore

/// Requests of WHEP, and what they lead to.
extension WebRTCLiveSender.Running {
  mutating func answer(
    _ request: HTTPRequest, _ reply: HTTPReply, at now: MediaTime,
    using random: inout SystemRandomNumberGenerator
  ) {
    guard endpoint.owns(request.path) else {
      return reply(HTTPResponse(problem: 404, "There is nothing here."))
    }
    let number = viewers.wait(reply)
    endpoint.receive(request, number: number, at: now, using: &random, into: &signalling)
    followSignalling(at: now, using: &random)
  }

  mutating func followSignalling(
    at now: MediaTime, using random: inout SystemRandomNumberGenerator
  ) {
    let events = signalling.events
    signalling.events.removeAll(keepingCapacity: true)
    for event in events {
      switch event {
      case .offered(let name, let offer): welcome(name, offer, at: now, using: &random)
      // Who only answers checks learns addresses from them.
      case .candidates: break
      case .restarting(let name, _): restart(name, at: now, using: &random)
      case .ended(let name):
        guard let id = viewers.remove(name) else { continue }
        port.close(id, at: now, into: &outputs)
      }
    }
    reply()
  }

  /// Gives requests the answers that are there.
  mutating func reply() {
    for answer in signalling.answers { viewers.take(answer.number)?(answer.response) }
    signalling.answers.removeAll(keepingCapacity: true)
  }

  private mutating func welcome(
    _ name: SessionName, _ body: [UInt8], at now: MediaTime,
    using random: inout SystemRandomNumberGenerator
  ) {
    let agreement: WebRTCOffer.Agreement
    let engine: OpenSSLDTLSEngine
    do throws(WebRTCOffer.Refusal) {
      agreement = try offer.answer(body, using: &random)
    } catch {
      return endpoint.refuse(name, error.reason, into: &signalling)
    }
    do throws(DTLSError) {
      engine = try OpenSSLDTLSEngine(agreement.dtls, context: dtls)
    } catch {
      return endpoint.refuse(name, .failed, into: &signalling)
    }
    let peer = WebRTCPeer(agreement.streams, engine: engine, using: &random)
    guard let id = port.add(peer, agreement.credentials, at: now, into: &outputs) else {
      return endpoint.refuse(name, .failed, into: &signalling)
    }
    if endpoint.accept(name, answer: agreement.answer, into: &signalling) {
      viewers.add(name, id, mids: agreement.mids)
    } else {
      port.close(id, at: now, into: &outputs)
    }
  }

  private mutating func restart(
    _ name: SessionName, at now: MediaTime, using random: inout SystemRandomNumberGenerator
  ) {
    let credentials = ICECredentials(using: &random)
    guard let (id, mids) = viewers[name], port.restart(id, credentials, at: now) else {
      return endpoint.refuseRestart(name, into: &signalling)
    }
    let fragment = offer.restart(mids, credentials)
    endpoint.acceptRestart(
      name, fragment: Array(fragment.description.utf8), into: &signalling)
  }
}
