// What the connection says of itself, once a second while somebody looks.

import { fill } from './list.js';

const PERIOD = 1_000;

export class Statistics {
  #list;
  #connection;
  #timer;
  #last;

  /** @param connection gives the RTCPeerConnection of now, or undefined. */
  constructor(list, connection) {
    this.#list = list;
    this.#connection = connection;
  }

  show(isShown) {
    clearInterval(this.#timer);
    this.#last = undefined;
    if (!isShown) return;
    this.#update();
    this.#timer = setInterval(() => this.#update(), PERIOD);
  }

  async #update() {
    const reports = await this.#connection()?.getStats().catch(() => undefined);
    const now = reports ? figures(reports) : undefined;
    this.#draw(now ? rows(now, this.#last?.id === now.id ? this.#last : undefined) : []);
    this.#last = now;
  }

  #draw(rows) {
    fill(this.#list, rows.length ? rows : [['Statistics', 'nothing yet']]);
  }
}

function figures(reports) {
  const now = { id: '', time: 0, bytes: 0, received: 0, lost: 0 };
  for (const report of reports.values()) {
    if (report.type === 'inbound-rtp') {
      now.time = report.timestamp;
      now.bytes += report.bytesReceived ?? 0;
      now.received += report.packetsReceived ?? 0;
      now.lost += report.packetsLost ?? 0;
      if (report.kind === 'video') {
        now.id = report.id;
        now.video = report;
        now.codec = reports.get(report.codecId)?.mimeType?.split('/')[1];
      }
    }
    if (report.type === 'candidate-pair' && report.nominated) {
      now.roundTrip = report.currentRoundTripTime;
    }
  }
  return now.time ? now : undefined;
}

function rows(now, last) {
  const rows = [];
  const seconds = last ? (now.time - last.time) / 1_000 : 0;
  const { video } = now;
  if (video?.frameWidth) {
    rows.push(['Picture', `${video.frameWidth} × ${video.frameHeight} ${now.codec ?? ''}`.trim()]);
  }
  if (video && seconds > 0) {
    const frames = (video.framesDecoded - last.video.framesDecoded) / seconds;
    rows.push(['Frames', `${frames.toFixed(0)} a second`]);
  }
  if (seconds > 0) {
    rows.push(['Bit rate', `${(((now.bytes - last.bytes) * 8) / seconds / 1_000).toFixed(0)} kbit/s`]);
    const lost = Math.max(0, now.lost - last.lost);
    const all = lost + now.received - last.received;
    rows.push(['Lost', all ? `${((lost / all) * 100).toFixed(1)} %` : '–']);
  }
  if (now.roundTrip !== undefined) {
    rows.push(['Round trip', `${(now.roundTrip * 1_000).toFixed(0)} ms`]);
  }
  if (video?.freezeCount) rows.push(['Pauses', String(video.freezeCount)]);
  return rows;
}
