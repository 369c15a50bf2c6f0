// Which pointer may do what: pens before hands, two fingers before one, and nothing by accident.
//
// It knows no board. `hands.gesture(contact)` answers with an object that takes what the pointer
// does until it is lifted:
//
//   move(samples, predicted, contact)   SampleBuffers and the contact at its newest place
//   end(contact), cancel()              lifted; taken away by the system or by a better gesture
//   join(contact)                       optional: the gesture of a second finger that helps, or null
//
// `hands.pinch()` answers with { move(from, to), end() }, where `from` and `to` are two places each.

import { PenCapabilities, SampleBuffer } from './pen-sample.js';

/** Milliseconds for which a pen that was seen keeps hands off the board. */
const PEN_STAYS_NEAR = 600;
/** A finger's stroke that is younger or shorter than this becomes a pinch with the second finger. */
const YOUNG_AGE = 300;
const YOUNG_LENGTH = 20;
/** Guesses further ahead than this do more harm than good, in milliseconds. */
const LONGEST_GUESS = 25;

const MIDDLE_BUTTON = 1;
const BARREL_MASK = 2;
const ERASER_MASK = 32;

export class PenInput {
  #element;
  #hands;
  #capabilities = new PenCapabilities();
  #samples = new SampleBuffer();
  #predicted = new SampleBuffer();
  /** Contacts by pointer id. */
  #contacts = new Map();
  #pinch = null;
  #penSeenAt = -Infinity;
  #pensInContact = 0;
  #isPanKeyDown = false;

  constructor(element, hands) {
    this.#element = element;
    this.#hands = hands;
    const on = (type, handler) => element.addEventListener(type, event => handler.call(this, event));
    on('pointerdown', this.#down);
    on('pointermove', this.#move);
    on('pointerup', this.#up);
    on('pointercancel', this.#cancelled);
    on('lostpointercapture', this.#up);
    on('pointerleave', this.#left);
    on('contextmenu', event => event.preventDefault());
    // A long press must neither select nor open a magnifier.
    on('touchstart', event => event.preventDefault());
  }

  /** While it is held, every pointer moves the view. */
  set isPanKeyDown(isDown) {
    this.#isPanKeyDown = isDown;
  }

  get isBusy() {
    return this.#contacts.size > 0;
  }

  /** Takes back everything that has not ended, such as when the window loses the keyboard. */
  cancelAll() {
    for (const contact of [...this.#contacts.values()]) this.#drop(contact);
    this.#contacts.clear();
    this.#pensInContact = 0;
    this.#endPinch();
  }

  // MARK: events

  #down(event) {
    if (this.#contacts.has(event.pointerId)) return;
    this.#capabilities.learn(event);
    if (event.pointerType === 'mouse' && event.button > MIDDLE_BUTTON) return;
    event.preventDefault();
    const contact = this.#contactOf(event);
    if (contact.type === 'pen') this.#penTouchesDown(event);
    if (contact.type === 'touch') this.#admit(contact);
    else contact.gesture = this.#hands.gesture(contact);
    // Fingers without a gesture are watched too, so that a resting palm never starts one later.
    this.#contacts.set(contact.id, contact);
    this.#capture(event);
    if (!contact.gesture) return;
    this.#samples.clear();
    this.#predicted.clear();
    this.#add(this.#samples, event, contact);
    contact.gesture.move(this.#samples, this.#predicted, contact);
  }

  #move(event) {
    this.#capabilities.learn(event);
    if (event.pointerType === 'pen') this.#penSeenAt = event.timeStamp;
    const contact = this.#contacts.get(event.pointerId);
    if (!contact) {
      this.#hands.hover?.(event);
      return;
    }
    const from = this.#pinch?.places();
    this.#follow(contact, event);
    if (this.#pinch?.holds(contact)) {
      this.#pinch.gesture.move(from, this.#pinch.places());
      return;
    }
    if (!contact.gesture) return;
    this.#gather(event, contact);
    if (this.#samples.count > 0) {
      contact.gesture.move(this.#samples, this.#predicted, contact);
    }
  }

  #up(event) {
    const contact = this.#contacts.get(event.pointerId);
    if (!contact) return;
    this.#remove(contact);
    if (this.#pinch?.holds(contact)) {
      this.#endPinch();
      return;
    }
    if (!contact.gesture) return;
    // The pen may have moved since its last report; its force is gone already.
    if (event.type === 'pointerup' && (event.clientX !== contact.x || event.clientY !== contact.y)) {
      this.#samples.clear();
      this.#predicted.clear();
      this.#samples.add(event, this.#hands.origin, this.#hands.ratio, contact.force);
      this.#follow(contact, event);
      contact.gesture.move(this.#samples, this.#predicted, contact);
    }
    contact.gesture.end(contact);
  }

  #cancelled(event) {
    const contact = this.#contacts.get(event.pointerId);
    if (!contact) return;
    this.#remove(contact);
    if (this.#pinch?.holds(contact)) this.#endPinch();
    else this.#drop(contact);
  }

  #left(event) {
    if (!this.#contacts.has(event.pointerId)) this.#hands.hover?.(null);
  }

  // MARK: who may

  /** A finger acts when no pen is near; with another finger it moves the view. */
  #admit(contact) {
    if (this.#pensInContact > 0 || contact.time - this.#penSeenAt < PEN_STAYS_NEAR) return;
    if (this.#pinch) return;
    const fingers = [...this.#contacts.values()].filter(other => other.type === 'touch');
    if (fingers.length === 0) {
      contact.gesture = this.#hands.gesture(contact);
      return;
    }
    const first = fingers.find(other => other.gesture || other.hasPinched);
    if (!first) return;
    contact.gesture = first.gesture?.join?.(contact) ?? null;
    if (contact.gesture || first.gesture && !this.#isYoung(first, contact.time)) return;
    this.#drop(first);
    first.hasPinched = true;
    contact.hasPinched = true;
    this.#pinch = new Pinch(first, contact, this.#hands.pinch());
  }

  #isYoung(contact, now) {
    return contact.isPan || now - contact.time < YOUNG_AGE || contact.length < YOUNG_LENGTH;
  }

  /** The hand that holds the pen lies on the board: what its palm began is taken back. */
  #penTouchesDown(event) {
    this.#pensInContact += 1;
    this.#penSeenAt = event.timeStamp;
    this.#endPinch();
    for (const contact of this.#contacts.values()) {
      if (contact.type === 'touch') this.#drop(contact);
    }
  }

  #drop(contact) {
    contact.gesture?.cancel();
    contact.gesture = null;
  }

  #remove(contact) {
    this.#contacts.delete(contact.id);
    if (contact.type !== 'pen') return;
    this.#pensInContact = Math.max(this.#pensInContact - 1, 0);
  }

  #endPinch() {
    this.#pinch?.gesture.end();
    this.#pinch = null;
  }

  // MARK: samples

  #contactOf(event) {
    const isPen = event.pointerType === 'pen';
    return {
      id: event.pointerId,
      type: event.pointerType,
      x: event.clientX,
      y: event.clientY,
      startX: event.clientX,
      startY: event.clientY,
      time: event.timeStamp,
      newest: event.timeStamp,
      length: 0,
      force: 1,
      channels: this.#capabilities.channels(event.pointerType),
      // The other end of a pen, or its barrel button.
      erases: isPen && (event.buttons & (ERASER_MASK | BARREL_MASK)) !== 0,
      isPan: this.#isPanKeyDown || event.pointerType === 'mouse' && event.button === MIDDLE_BUTTON,
      shift: event.shiftKey,
      alt: event.altKey,
      hasPinched: false,
      gesture: null,
    };
  }

  #follow(contact, event) {
    contact.length += Math.hypot(event.clientX - contact.x, event.clientY - contact.y);
    contact.x = event.clientX;
    contact.y = event.clientY;
    contact.newest = event.timeStamp;
    contact.shift = event.shiftKey;
    contact.alt = event.altKey;
  }

  #gather(event, contact) {
    this.#samples.clear();
    this.#predicted.clear();
    const coalesced = event.getCoalescedEvents?.() ?? [];
    for (const part of coalesced.length > 0 ? coalesced : [event]) {
      this.#add(this.#samples, part, contact);
    }
    for (const guess of event.getPredictedEvents?.() ?? []) {
      if (guess.timeStamp - event.timeStamp > LONGEST_GUESS) break;
      this.#predicted.add(guess, this.#hands.origin, this.#hands.ratio);
    }
  }

  #add(buffer, event, contact) {
    // The same place at the same moment again says nothing new.
    if (event.timeStamp === contact.sampleTime && event.clientX === contact.sampleX
      && event.clientY === contact.sampleY) return;
    contact.sampleTime = event.timeStamp;
    contact.sampleX = event.clientX;
    contact.sampleY = event.clientY;
    buffer.add(event, this.#hands.origin, this.#hands.ratio);
    contact.force = buffer.numbers[(buffer.count - 1) * 6 + 3];
  }

  #capture(event) {
    try {
      this.#element.setPointerCapture(event.pointerId);
    } catch {
      // The pointer is gone already; its lifting will still be reported to the element below it.
    }
  }
}

/** Two fingers that move the view together. */
class Pinch {
  constructor(first, second, gesture) {
    this.first = first;
    this.second = second;
    this.gesture = gesture;
  }

  holds(contact) {
    return contact === this.first || contact === this.second;
  }

  places() {
    return [{ x: this.first.x, y: this.first.y }, { x: this.second.x, y: this.second.y }];
  }
}
