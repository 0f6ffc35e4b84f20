import { createHash } from 'node:crypto';

/** Of an exported film. It is a page of its own: no file of the app, no request. */
const style = `
:root{color-scheme:light dark;--ground:#f7f6f3;--panel:#fff;--ink:#1c1a17;--muted:#5e5a53;--line:#dedad2;--bronze:#8a5a1c;--alarm:#b3261e;--held:#1f5fae;--done:#2f6b3f}
@media(prefers-color-scheme:dark){:root{--ground:#141311;--panel:#1d1b18;--ink:#efece6;--muted:#aba59b;--line:#37332d;--bronze:#d39a54;--alarm:#ff8a80;--held:#8ab8f5;--done:#8fce9d}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:14px/20px Inter,system-ui,sans-serif}
main{max-width:1100px;margin:0 auto;padding:20px 16px 60px;display:grid;gap:16px}
h1{font-size:20px;line-height:28px;margin:0}h2{font-size:14px;margin:0 0 8px}p{margin:0}
section{background:var(--panel);border:1px solid var(--line);border-radius:10px;padding:14px 16px;min-width:0}
.bar{position:sticky;top:0;display:flex;flex-wrap:wrap;gap:8px 12px;align-items:center}
.two{display:grid;gap:16px;grid-template-columns:minmax(0,1fr) minmax(0,1fr)}
@media(max-width:720px){.two{grid-template-columns:minmax(0,1fr)}}
button,select{font:inherit;height:32px;padding:0 12px;border-radius:7px;border:1px solid var(--line);background:var(--panel);color:inherit}
button#play{background:var(--ink);color:var(--ground);min-width:84px}
input[type=range]{flex:1 1 100%;accent-color:var(--bronze)}
:focus-visible{outline:2px solid var(--bronze);outline-offset:2px}
.muted,small{color:var(--muted)}.at{margin-left:auto;font-variant-numeric:tabular-nums}
#status.Unacknowledged{color:var(--alarm)}#status.Acknowledged{color:var(--held)}#status.Resolved{color:var(--done)}
#status{font-weight:600}#title{font-size:16px;line-height:24px;font-weight:600}
ul,ol{margin:0;padding:0;list-style:none}li{padding:3px 0}li[aria-current]{font-weight:600}
bdi,td,li,p{overflow-wrap:anywhere;unicode-bidi:isolate}
time{font-variant-numeric:tabular-nums;color:var(--muted);margin-right:8px}
`;

/** Plays it: a plain script, because the file is all that there is. Texts are set as text, never as markup. */
const script = `
(() => {
  'use strict';
  const film = JSON.parse(document.getElementById('film').textContent);
  const { frames } = film;
  const on = (id) => document.getElementById(id);
  const put = (value, [path, ...then]) => {
    if (path.length === 0) return then[0];
    const [key, ...rest] = path;
    const copy = Array.isArray(value) ? [...value] : { ...value };
    if (rest.length === 0 && then.length === 0) delete copy[key];
    else copy[key] = put(copy[key], [rest, ...then]);
    return copy;
  };
  const states = [];
  const stateOf = (n) => {
    for (let at = states.length; at <= n; at += 1) states.push(frames[at].changes.reduce(put, states[at - 1] ?? null));
    return states[n];
  };
  const clock = (at, more) => new Date(at).toLocaleString('en', { hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: false, ...more });
  const timeOf = (at) => {
    const time = document.createElement('time');
    time.dateTime = at;
    time.textContent = clock(at);
    return time;
  };
  const line = (text, at, isNow) => {
    const li = document.createElement('li');
    const bdi = document.createElement('bdi');
    bdi.textContent = text;
    if (at) li.append(timeOf(at));
    li.append(bdi);
    if (isNow) li.setAttribute('aria-current', 'step');
    return li;
  };
  let frame = 0;
  let timer = null;
  const last = frames.length - 1;
  const show = (n) => {
    frame = Math.min(last, Math.max(0, n));
    const state = stateOf(frame);
    const { at, says } = frames[frame];
    on('scrubber').value = frame;
    on('scrubber').setAttribute('aria-valuetext', says);
    on('when').textContent = clock(at, { year: 'numeric', month: 'short', day: 'numeric' }) + ' · frame ' + (frame + 1) + ' of ' + frames.length;
    if (state) {
      for (const name of ['title', 'status', 'urgency', 'firing', 'who']) on(name).textContent = state[name];
      on('status').className = state.status;
      on('alerts').replaceChildren(...state.alerts.map((text) => line(text)));
      on('steps').replaceChildren(...state.steps.map(([what, then, who]) => line(what + ': ' + who, then)));
      on('pages').replaceChildren(...state.pages.flatMap(([who, then, receipts]) => [line(who, then), ...receipts.map((text) => line('– ' + text))]));
    }
    const from = Math.max(0, frame - 11);
    on('lines').replaceChildren(...frames.slice(from, frame + 1).reverse().map((one, place) => line(one.says, one.at, place === 0)));
  };
  const pause = () => {
    clearInterval(timer);
    timer = null;
    on('play').textContent = 'Play';
  };
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const play = () => {
    if (frame >= last) show(0);
    let left = 0;
    const every = calm ? 1000 : 100;
    on('play').textContent = 'Pause';
    timer = setInterval(() => {
      left += every * Number(on('speed').value);
      let next = frame;
      while (next < last) {
        const gap = Math.min(10000, Math.max(0, Date.parse(frames[next + 1].at) - Date.parse(frames[next].at)));
        if (gap > left) break;
        left -= gap;
        next += 1;
      }
      if (next !== frame) show(next);
      if (next >= last) pause();
    }, every);
  };
  const toggle = () => (timer === null ? play() : pause());
  const go = (n) => {
    pause();
    show(n);
  };
  on('play').onclick = toggle;
  on('scrubber').max = last;
  on('scrubber').oninput = () => go(Number(on('scrubber').value));
  const keys = { ' ': toggle, ArrowLeft: () => go(frame - 1), ArrowRight: () => go(frame + 1), Home: () => go(0), End: () => go(last) };
  addEventListener('keydown', (event) => {
    const act = keys[event.key];
    const isPress = event.key === ' ' && event.target === on('play');
    if (!act || isPress || event.target === on('speed') || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
  });
  show(0);
})();
`;

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const policy = `default-src 'none'; script-src ${hashOf(script)}; style-src ${hashOf(style)}; base-uri 'none'; form-action 'none'`;

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
export const asHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => escapes[character]!);

/** JSON inside a script element: nothing in it can end the element. */
export const asData = (value: unknown): string =>
  JSON.stringify(value).replaceAll(
    /[<>&\u2028\u2029]/g,
    (character) => String.raw`\u${character.codePointAt(0)!.toString(16).padStart(4, '0')}`,
  );

export interface FilmHead {
  readonly number: number;
  /** Whose names are in it, where it is from. */
  readonly notes: readonly string[];
}

export const filmStart = ({ number, notes }: FilmHead): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>Film of alert group #${number}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>Film of alert group #${number}</h1>
${notes.map((note) => `<p class="muted">${asHtml(note)}</p>`).join('\n')}
<noscript><p>This file plays with a script of its own, which your browser does not run.</p></noscript>
<section class="bar" aria-label="Film"><button id="play" type="button">Play</button><label>Speed <select id="speed"><option value="1">1 ×</option><option value="4" selected>4 ×</option><option value="16">16 ×</option></select></label><span class="at" id="when"></span><input id="scrubber" type="range" min="0" value="0" aria-label="Frame"><small>Space plays; ← and → go event by event; Home and End to its ends. Quiet times over 10 s are shortened.</small></section>
<div class="two"><section aria-label="What was known"><h2>What was known</h2><p><span id="status"></span> · <span id="urgency"></span> · <span id="firing"></span></p><p id="title"></p><p id="who" class="muted"></p><ul id="alerts"></ul></section><section aria-label="Escalation"><h2>Escalation</h2><ul id="steps"></ul><h2>Pages</h2><ul id="pages"></ul></section></div>
<section aria-label="What happened"><h2>What happened</h2><ol id="lines"></ol></section>
</main>
<script type="application/json" id="film">{"frames":[`;

export const filmEnd = `]}</script>
<script>${script}</script>
</body>
</html>
`;
