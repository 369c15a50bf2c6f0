internal import COpus

func opusFailure(_ what: String, _ code: Int32) -> MediaError {
  let text = unsafe opus_strerror(code)
  return MediaError(
    .codecFailed, "libopus: \(what)", cause: unsafe text.map { unsafe String(cString: $0) })
}
