internal import Glibc

/// How people would rate a call, from delay, loss and codec: the wideband E-model of ITU-T G.107.1 with
/// its default values, where nothing else impairs the call.
///
///     R = Ro − Id − Ie,eff          Ro = 129, the scale's most (7.1, 7.2; Is = 0, A = 0)
///
/// - Id: the impairment by absolute delay (7.4, after G.107, 7-27). Echo is not modelled: a call test
///   has no room in which a loudspeaker could reach a microphone.
/// - Ie,eff: that by codec and loss (7.5). G.107.1 knows random loss only; BurstR is put in as G.107
///   has it (7-29).
/// - MOS: G.107, Annex B of R / 1.29 (G.107.1, Annex A).
package struct WidebandEModel: Equatable, Sendable {
  package struct Inputs: Equatable, Sendable {
    /// From mouth to ear, in seconds.
    package var delay: Double
    /// The share of sound that was lost in the end and had to be made up, 0…1.
    package var loss: Double
    /// How much longer losses in a row are than by chance, from 1 on; see `LossPattern`.
    package var burstRatio: Double
    package var codec: CodecImpairment

    package init(delay: Double, loss: Double, burstRatio: Double = 1, codec: CodecImpairment) {
      precondition(
        delay.isFinite && loss.isFinite && burstRatio.isFinite, "means of what was measured")
      self.delay = max(delay, 0)
      self.loss = min(max(loss, 0), 1)
      self.burstRatio = max(burstRatio, 1)
      self.codec = codec
    }
  }

  package let inputs: Inputs
  /// Id, on the scale of 129.
  package let delayImpairment: Double
  /// Ie,eff.
  package let equipmentImpairment: Double

  package init(_ inputs: Inputs) {
    self.inputs = inputs
    delayImpairment = Self.delayImpairment(milliseconds: inputs.delay * 1000)
    let percent = inputs.loss * 100
    let codec = inputs.codec
    equipmentImpairment =
      codec.impairment
      + (95 - codec.impairment) * percent / (percent / inputs.burstRatio + codec.robustness)
  }

  package static let best = 129.0

  /// R, 0…129.
  package var rating: Double {
    max(Self.best - delayImpairment - equipmentImpairment, 0)
  }

  /// 1 (bad) to 4.5 (as good as people ever say).
  package var meanOpinionScore: Double { Self.meanOpinionScore(narrowbandRating: rating / 1.29) }

  private static func delayImpairment(milliseconds: Double) -> Double {
    guard milliseconds > 100 else { return 0 }
    let x = log2(milliseconds / 100)
    let near = pow(1 + pow(x, 6), 1.0 / 6)
    let far = pow(1 + pow(x / 3, 6), 1.0 / 6)
    return 25 * (near - 3 * far + 2)
  }

  /// G.107, Annex B. Below R = 6.5 the cubic goes under 1, which no score does.
  static func meanOpinionScore(narrowbandRating r: Double) -> Double {
    guard r > 0 else { return 1 }
    guard r < 100 else { return 4.5 }
    return max(1 + 0.035 * r + r * (r - 60) * (100 - r) * 7e-6, 1)
  }
}
