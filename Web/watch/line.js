// Somebody tests their own line: what their microphone and camera take goes to the server and comes back a
// second later, by the way that any talk would take.

import { Session } from './session.js';

const PERIOD = 1_000;
// What a talk bears, as G.114 and G.113 judge it: milliseconds there and back, shares of packets.
const LONG_WAY = 300;
const MUCH_LOSS = 0.02;
// Of the sound, made up by the browser because it came too late or not at all.
const MUCH_CONCEALED = 0.05;

export class LineTest {
  /** What to say, and of what kind it is: 'wait', 'good', 'poor' or 'bad'. */
  onWords = () => {};
  /** Rows of a name and a value. */
  onFigures = () => {};
  /** The stream that comes back. */
  onStream = () => {};
  #session;
  #connection;
  #devices;
  #timer;
  #isClosed = false;
  #last;

  constructor(endpoint, token) {
    this.#session = new Session(endpoint, token);
  }

  async start(withCamera) {
    try {
      await this.#connect(withCamera);
    } catch (error) {
      if (!this.#isClosed) this.#fail(error);
    }
  }

  close() {
    this.#isClosed = true;
    clearInterval(this.#timer);
    for (const track of this.#devices?.getTracks() ?? []) track.stop();
    this.#connection?.close();
    this.#session.leave();
  }

  async #connect(withCamera) {
    if (!navigator.mediaDevices) throw { name: 'InsecureContext' };
    this.onWords('wait', 'The browser asks for your microphone…');
    this.#devices = await navigator.mediaDevices.getUserMedia({ audio: true, video: withCamera });
    if (this.#isClosed) return this.close();
    this.onWords('wait', 'Connecting…');
    const servers = await this.#session.servers();
    if (this.#isClosed) return;
    const connection = new RTCPeerConnection({ bundlePolicy: 'max-bundle', iceServers: servers });
    this.#connection = connection;
    const back = new MediaStream();
    connection.addEventListener('track', ({ track }) => back.addTrack(track));
    connection.addEventListener('connectionstatechange', () => this.#changed());
    for (const track of this.#devices.getTracks()) connection.addTrack(track, this.#devices);
    await connection.setLocalDescription();
    const answer = await this.#session.post(connection.localDescription.sdp);
    if (this.#isClosed) return this.#session.leave();
    await connection.setRemoteDescription({ type: 'answer', sdp: answer });
    this.onStream(back);
  }

  #changed() {
    if (this.#isClosed) return;
    const state = this.#connection.connectionState;
    if (state === 'connected') {
      this.onWords('wait', 'Speak: you hear yourself a second later.');
      this.#timer ??= setInterval(() => this.#measure(), PERIOD);
    } else if (state === 'failed') {
      this.#fail({ name: 'NoWay' });
    }
  }

  #fail(error) {
    this.close();
    this.onWords('bad', words(error));
  }

  async #measure() {
    const reports = await this.#connection.getStats().catch(() => undefined);
    if (!reports || this.#isClosed) return;
    const now = figures(reports);
    this.onFigures(rows(now));
    // The first seconds are those of a path that is still being learned.
    if (this.#last) this.onWords(...verdict(now));
    this.#last = now;
  }
}

/** Of both ways, since the beginning. */
function figures(reports) {
  const of = {};
  for (const report of reports.values()) {
    if (report.type === 'candidate-pair' && report.nominated) of.pair = report;
    if (report.type === 'remote-inbound-rtp' && report.kind === 'audio') of.there = report;
    if (report.type === 'inbound-rtp' && report.kind === 'audio') of.back = report;
    if (report.type === 'inbound-rtp' && report.kind === 'video') of.pictures = report;
    if (report.type === 'media-source' && report.kind === 'audio') of.microphone = report;
  }
  const came = of.back?.packetsReceived ?? 0;
  const lost = Math.max(of.back?.packetsLost ?? 0, 0);
  return {
    roundTrip: of.pair?.currentRoundTripTime,
    level: of.microphone?.audioLevel,
    lossThere: of.there?.fractionLost,
    lossBack: came + lost > 0 ? lost / (came + lost) : undefined,
    jitter: of.back?.jitter,
    concealed: of.back?.totalSamplesReceived > 0
      ? (of.back.concealedSamples - (of.back.silentConcealedSamples ?? 0)) / of.back.totalSamplesReceived
      : undefined,
    came,
    frames: of.pictures?.framesPerSecond,
    height: of.pictures?.frameHeight,
  };
}

const share = (value) => (value === undefined ? '–' : `${(value * 100).toFixed(1)} %`);
const time = (seconds) => (seconds === undefined ? '–' : `${Math.round(seconds * 1_000)} ms`);

function rows(now) {
  const rows = [
    ['Microphone', now.level > 0.003 ? 'heard' : 'silent'],
    ['There and back', time(now.roundTrip)],
    ['Lost on the way there', share(now.lossThere)],
    ['Lost on the way back', share(now.lossBack)],
    ['Jitter on the way back', time(now.jitter)],
    ['Made up for what was missing', share(now.concealed)],
  ];
  if (now.height) rows.push(['Pictures', `${now.height} lines, ${now.frames ?? 0} a second`]);
  return rows;
}

function verdict(now) {
  if (now.came === 0) return ['bad', 'Nothing comes back: a firewall may stop what you send.'];
  const loss = Math.max(now.lossThere ?? 0, now.lossBack ?? 0);
  if (loss > MUCH_LOSS) {
    return ['poor', 'Your network loses sound: try a cable, or come nearer to the access point.'];
  }
  if (now.concealed > MUCH_CONCEALED) {
    return ['poor', 'Sound comes unevenly: something else may be using your network.'];
  }
  if (now.roundTrip * 1_000 > LONG_WAY) {
    return ['poor', 'The way is long: others will hear you late.'];
  }
  if (!(now.level > 0)) return ['poor', 'Your microphone gives nothing: is it muted?'];
  return ['good', 'Your line is good.'];
}

/** What went wrong, with what to do. */
function words(error) {
  const known = {
    NotAllowedError: 'The browser does not let this page use the microphone: allow it, and try again.',
    NotFoundError: 'There is no microphone: plug one in, and try again.',
    NotReadableError: 'Another program has the microphone: close it, and try again.',
    InsecureContext: 'Browsers give a microphone only to pages by https or on this machine.',
    NoWay: 'There is no way to the server: a firewall may stop UDP.',
  };
  if (known[error.name]) return known[error.name];
  if (error.status === 401) return 'A token is needed: give it to the page first.';
  if (error.status === 503) return 'Others test their lines now: try again in a minute.';
  return 'The server does not answer: try again.';
}
