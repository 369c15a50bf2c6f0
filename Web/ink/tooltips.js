// The name of a button and its key, beside the pointer or the focus; the name is its label too.

const DELAY = 450;

export class Tooltips {
  #place;
  #timer = 0;

  constructor(place) {
    this.#place = place;
    document.addEventListener('pointerdown', () => this.#hide());
    document.addEventListener('keydown', () => this.#hide());
  }

  /** @param keys What to press, as people read it; empty for none. */
  describe(element, name, keys = '') {
    element.setAttribute('aria-label', name);
    const isNew = element.dataset.tip === undefined;
    element.dataset.tip = name;
    element.dataset.keys = keys;
    if (!isNew) return;
    element.addEventListener('pointerenter', event => {
      if (event.pointerType !== 'touch') this.#showSoon(element);
    });
    element.addEventListener('pointerleave', () => this.#hide());
    element.addEventListener('focus', () => {
      if (element.matches(':focus-visible')) this.#showSoon(element);
    });
    element.addEventListener('blur', () => this.#hide());
  }

  #showSoon(element) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#show(element), DELAY);
  }

  #show(element) {
    const place = this.#place;
    place.textContent = element.dataset.tip;
    if (element.dataset.keys) {
      const keys = document.createElement('kbd');
      keys.textContent = element.dataset.keys;
      place.append(keys);
    }
    place.hidden = false;
    const about = element.getBoundingClientRect();
    const own = place.getBoundingClientRect();
    const x = Math.min(Math.max(about.left + (about.width - own.width) / 2, 6),
      innerWidth - own.width - 6);
    const above = about.top - own.height - 8;
    const y = above >= 6 ? above : about.bottom + 8;
    place.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
  }

  #hide() {
    clearTimeout(this.#timer);
    this.#place.hidden = true;
  }
}
