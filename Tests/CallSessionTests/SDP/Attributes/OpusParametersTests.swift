import Testing

@testable import CallSession

@Suite struct OpusParametersTests {
  @Test func `every parameter is read and written`() {
    let text =
      "minptime=10;maxplaybackrate=48000;maxaveragebitrate=96000;stereo=1;sprop-stereo=1;"
      + "useinbandfec=1;usedtx=1;cbr=1"
    let parameters = OpusParameters(FormatParameters(text[...]))
    #expect(parameters.shortestPacket == 10 && parameters.highestBitrate == 96_000)
    #expect(parameters.stereo && parameters.sendsStereo && parameters.inbandFEC)
    #expect(parameters.discontinuous && parameters.constantBitrate)
    #expect(parameters.parameters.description == text)
  }

  @Test func `what is not said is off, and nonsense is not said`() {
    #expect(OpusParameters(FormatParameters("")) == OpusParameters())
    #expect(
      OpusParameters(
        FormatParameters(
          "stereo=2; useinbandfec; usedtx=0;minptime=0;maxaveragebitrate=99999999999999999999"))
        == OpusParameters())
  }

  @Test func `spaces and case are no matter`() {
    #expect(OpusParameters(FormatParameters(" Stereo=1 ; USEINBANDFEC = 1;")).stereo)
    #expect(OpusParameters(FormatParameters(" Stereo=1 ; USEINBANDFEC = 1;")).inbandFEC)
  }

  @Test func `words without values are kept`() {
    let parameters = FormatParameters("0-15")
    #expect(parameters.list == [FormatParameters.Parameter(name: "0-15", value: nil)])
    #expect(parameters.description == "0-15")
  }
}
