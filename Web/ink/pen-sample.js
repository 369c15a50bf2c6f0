// What a pointer event says about a pen, in the board's units: one sample is six numbers.

/** x, y (canvas pixels), time (ms), force (1 is an ordinary press), azimuth, altitude (radians). */
export const NUMBERS_PER_SAMPLE = 6;

/** The bits of `PointChannels`: what the points of a stroke carry besides their location. */
export const Channel = Object.freeze({ time: 1, force: 2, azimuth: 4, altitude: 8 });

const UPRIGHT = Math.PI / 2;
const LARGEST_FORCE = 4095 / 1024;

/**
 * Force from the pressure of Pointer Events. A device that cannot measure it reports 0.5, so that
 * is an ordinary press: twice the pressure.
 */
export function forceOf(pressure) {
  return Math.min(Math.max(pressure * 2, 0), LARGEST_FORCE);
}

/**
 * The pen's direction and height over the board. Browsers that know the angles say them; others
 * say how far the pen leans in the planes of x and of y, in degrees.
 */
export function poseOf(event) {
  if (Number.isFinite(event.altitudeAngle) && Number.isFinite(event.azimuthAngle)) {
    return { azimuth: event.azimuthAngle, altitude: event.altitudeAngle };
  }
  return poseFromTilt(event.tiltX ?? 0, event.tiltY ?? 0);
}

/** Tilt in degrees to angles in radians: the tangents of both leans are the pen's shadow. */
export function poseFromTilt(tiltX, tiltY) {
  if (tiltX === 0 && tiltY === 0) return { azimuth: 0, altitude: UPRIGHT };
  // A pen that lies flat has no tangent; which way it lies is all that is left.
  if (Math.abs(tiltX) === 90 || Math.abs(tiltY) === 90) {
    const azimuth = Math.atan2(
      Math.abs(tiltY) === 90 ? Math.sign(tiltY) : 0, Math.abs(tiltX) === 90 ? Math.sign(tiltX) : 0);
    return { azimuth: turned(azimuth), altitude: 0 };
  }
  const x = Math.tan(tiltX * Math.PI / 180);
  const y = Math.tan(tiltY * Math.PI / 180);
  return { azimuth: turned(Math.atan2(y, x)), altitude: Math.atan(1 / Math.hypot(x, y)) };
}

function turned(angle) {
  return angle < 0 ? angle + 2 * Math.PI : angle;
}

/**
 * What the devices at this table can measure, learnt from what they report: a mouse nothing, a pen
 * usually force, often its tilt. A stroke declares only the channels that its device has.
 */
export class PenCapabilities {
  #force = false;
  #tilt = false;

  /** Also hovering pens tell how they are held. */
  learn(event) {
    if (event.pointerType !== 'pen') return;
    // In contact a pen without a sensor says exactly 0.5; hovering ones all say 0.
    if (event.buttons !== 0 && event.pressure !== 0.5) this.#force = true;
    const { altitude } = poseOf(event);
    if (Math.abs(altitude - UPRIGHT) > 1e-3) this.#tilt = true;
  }

  channels(pointerType) {
    if (pointerType !== 'pen') return Channel.time;
    return Channel.time | (this.#force ? Channel.force : 0)
      | (this.#tilt ? Channel.azimuth | Channel.altitude : 0);
  }
}

/** Samples of one event, in one array that is used again and again. */
export class SampleBuffer {
  #numbers = new Float64Array(64 * NUMBERS_PER_SAMPLE);
  #count = 0;

  get count() {
    return this.#count;
  }

  /** A view of what was added; valid until the next `clear`. */
  get numbers() {
    return this.#numbers.subarray(0, this.#count * NUMBERS_PER_SAMPLE);
  }

  clear() {
    this.#count = 0;
  }

  /**
   * @param event A pointer event.
   * @param origin Where the canvas begins, in CSS pixels, and the session time (ms) at time stamp 0.
   * @param ratio Canvas pixels per CSS pixel.
   * @param force Stands instead of the event's own; a lifted pen reports none.
   */
  add(event, origin, ratio, force) {
    const start = this.#count * NUMBERS_PER_SAMPLE;
    if (start === this.#numbers.length) {
      const grown = new Float64Array(this.#numbers.length * 2);
      grown.set(this.#numbers);
      this.#numbers = grown;
    }
    const isPen = event.pointerType === 'pen';
    const pose = isPen ? poseOf(event) : { azimuth: 0, altitude: UPRIGHT };
    const numbers = this.#numbers;
    numbers[start] = (event.clientX - origin.x) * ratio;
    numbers[start + 1] = (event.clientY - origin.y) * ratio;
    numbers[start + 2] = event.timeStamp + origin.time;
    numbers[start + 3] = force ?? (isPen ? forceOf(event.pressure) : 1);
    numbers[start + 4] = pose.azimuth;
    numbers[start + 5] = pose.altitude;
    this.#count += 1;
  }
}
