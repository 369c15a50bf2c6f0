// The page that shows a stream: what is seen and what the keys do. The stream itself is a Watching's.

import { Watching } from './watch/watching.js';
import { Statistics } from './watch/statistics.js';
import { LineTest } from './watch/line.js';
import { fill } from './watch/list.js';

const part = (id) => document.getElementById(id);
const picture = part('picture');

const WORDS = {
  connecting: () => 'Connecting…',
  live: () => 'Live',
  ended: () => 'The stream has ended. This page waits for the next one.',
  waiting: () => 'Nothing is streamed yet. This page waits for it.',
  full: () => 'No place is free. This page waits for one.',
  reconnecting: (seconds) =>
    seconds > 0 ? `The connection is lost. Next try in ${seconds} s.` : 'Reconnecting…',
  token: () => 'A token is needed.',
  refused: (why) => why,
};

let token = new URLSearchParams(location.hash.slice(1)).get('token') ?? '';
const watching = new Watching({
  endpoint: new URL('whep', location.href),
  token,
  onState: showState,
  onStream: showStream,
});
const statistics = new Statistics(part('list'), () => watching.connection);

function showState(state, detail) {
  part('light').dataset.state =
    { waiting: 'ended', full: 'ended', token: 'refused' }[state] ?? state;
  const words = WORDS[state](detail);
  // Said once: a counter that is read out each second is a nuisance.
  part('state').setAttribute('aria-live', state === 'reconnecting' && detail > 0 ? 'off' : 'polite');
  part('state').textContent = words;
  document.title = state === 'live' ? 'FaceBoard live' : `${words} – FaceBoard`;
  part('again').hidden = !['ended', 'waiting', 'full', 'reconnecting', 'refused'].includes(state);
  if (state === 'token') ask(detail);
}

async function showStream(stream) {
  picture.srcObject = stream;
  await play();
}

// A browser may want a click before there is sound: until then the picture is shown without.
let isSilenced = false;

async function play() {
  try {
    await picture.play();
  } catch (error) {
    if (error.name !== 'NotAllowedError') return;
    picture.muted = true;
    isSilenced = true;
    await picture.play().catch(() => {});
  }
  showSound();
}

function showSound() {
  part('sound').setAttribute('aria-pressed', String(!picture.muted));
  part('listen').hidden = !isSilenced || !picture.srcObject?.getAudioTracks().length;
}

function setMuted(isMuted) {
  picture.muted = isMuted;
  isSilenced = false;
  picture.play().catch(() => {});
  showSound();
}

function toggleWhole() {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen?.().catch(() => {});
}

function toggleFigures() {
  const isShown = part('statistics').hidden;
  part('statistics').hidden = !isShown;
  part('figures').setAttribute('aria-pressed', String(isShown));
  statistics.show(isShown);
}

function ask(wasWrong) {
  part('ask-why').textContent =
    wasWrong ? 'That token is not accepted here.' : 'Whoever sent you here has it.';
  if (!part('ask').open) part('ask').showModal();
  part('token').select();
}

// What is heard is the echo alone: a stream that goes on talking would be in the way.
let line;
let wasMuted = false;

function openLine() {
  part('line').dataset.kind = 'wait';
  part('line').showModal();
}

function startLine() {
  if (!line) wasMuted = picture.muted;
  line?.close();
  picture.muted = true;
  showSound();
  part('line-start').textContent = 'Again';
  fill(part('line-list'), []);
  line = new LineTest(new URL('echo', location.href), token);
  line.onWords = (kind, text) => {
    part('line').dataset.kind = kind;
    if (part('line-words').textContent !== text) part('line-words').textContent = text;
  };
  line.onFigures = (rows) => fill(part('line-list'), rows);
  line.onStream = (stream) => {
    part('line-picture').hidden = !part('line-camera').checked;
    part('line-picture').srcObject = stream;
    part('line-picture').play().catch(() => {});
  };
  line.start(part('line-camera').checked);
}

function closeLine() {
  if (!line) return;
  line.close();
  line = undefined;
  picture.muted = wasMuted;
  showSound();
  part('line-picture').srcObject = null;
}

part('test').addEventListener('click', openLine);
part('line-start').addEventListener('click', startLine);
part('line').addEventListener('close', closeLine);
part('ask').addEventListener('close', () => {
  token = part('token').value.trim();
  watching.useToken(token);
});
part('ask').addEventListener('cancel', (event) => event.preventDefault());
part('listen').addEventListener('click', () => setMuted(false));
part('sound').addEventListener('click', () => setMuted(!picture.muted));
part('whole').addEventListener('click', toggleWhole);
part('figures').addEventListener('click', toggleFigures);
part('again').addEventListener('click', () => watching.tryNow());
document.addEventListener('fullscreenchange', () => {
  part('whole').setAttribute('aria-pressed', String(Boolean(document.fullscreenElement)));
});
document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest('input, dialog')) return;
  const act = { m: () => setMuted(!picture.muted), f: toggleWhole, s: toggleFigures }[
    event.key.toLowerCase()];
  if (act && !event.repeat) act();
});
window.addEventListener('pagehide', () => {
  watching.close();
  closeLine();
});
window.addEventListener('pageshow', (event) => event.persisted && watching.tryNow());
window.addEventListener('online', () => watching.tryNow());

watching.tryNow();
