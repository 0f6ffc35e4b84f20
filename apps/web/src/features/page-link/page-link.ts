import './page-link.css';
import type { CommandAccepted } from '@tocsin/contracts/http.js';
import type { BundleShown, PageShown } from '@tocsin/contracts/alert-groups/page-link.js';
import type { Problem } from '@tocsin/contracts/refusals.js';
import { age, clockTime, wholeTime } from '../../data/time/times.js';
import type { FormAct } from './page-forms.js';
import { actionsOf, nextWords, seenHint, statusWords, sureToResolve, unreachable, type PageAction } from './page-words.js';
import { bundleActions, bundleLines } from './bundle-lines.js';
import { element, fill, type Child } from './element.js';

type View = PageShown | BundleShown;
type PageLinkAnswer = View | Problem | 'unreachable';
const isBundle = (view: View): view is BundleShown => 'bundleId' in view;
type PageAct = PageAction['act'];
type Pressed = FormAct | { readonly act: Exclude<PageAct, FormAct['act']> };

const refreshInterval = 5_000;
/** Milliseconds after a press in which another one is ignored as a bounce. */
const bounce = 700;
const sureFor = 6_000;

/**
 * The screen behind a link in a message: on a phone, without a session. Uses no framework, to render before anything else is loaded; the button works
 * before the answer has arrived.
 */
export function showPageLink(root = document.getElementById('root')!, secret = location.pathname.split('/')[2] ?? ''): void {
  const address = `/api/pages/${encodeURIComponent(secret)}`;
  let view: View | null = null;
  let problem = '';
  let busy: PageAct | null = null;
  let [calmFrom, offset] = [0, 0];
  const now = () => Date.now() + offset;

  chooseNight();
  let form: HTMLElement | null = null;
  let done = '';
  /** Until when a second press of Resolve is sure. */
  let sureUntil = 0;
  const drawIn = layOut(root, choose);
  const draw = () => drawIn({ view, problem, done, busy, form, isSure: now() < sureUntil, isBouncing: now() < calmFrom }, now());

  function choose(act: PageAct): void {
    if (act === 'note' || act === 'add_responder') return void openForm(act);
    if (act !== 'resolve' || now() < sureUntil || !mustAsk(view)) return void press({ act });
    sureUntil = now() + sureFor;
    draw();
  }

  async function openForm(act: FormAct['act']): Promise<void> {
    const close = (sent: FormAct | null): void => {
      form = null;
      if (sent) void press(sent);
      draw();
    };
    form = await formOf(act, view, close).catch(() => null);
    if (form === null) problem = unreachable;
    draw();
  }

  function take(answer: PageLinkAnswer, unread = unreachable): void {
    if (answer === 'unreachable') problem = unread;
    else if ('code' in answer) problem = `${answer.detail} ${answer.todo}`;
    else {
      [view, problem] = [answer, ''];
      offset = Date.parse(answer.now) - Date.now();
    }
  }

  async function press(pressed: Pressed): Promise<void> {
    [busy, done] = [pressed.act, ''];
    draw();
    const answer = await ask(address, pressed);
    if (answer === 'unreachable' || 'code' in answer) take(answer);
    else {
      done = doneWords(pressed);
      take(await ask(address), 'Done. Its state could not be read; checking again.');
    }
    busy = null;
    // a double tap is no change of mind
    calmFrom = now() + bounce;
    setTimeout(draw, bounce);
    draw();
  }

  async function look(): Promise<void> {
    const answer = await ask(address);
    if (busy === null && !(answer === 'unreachable' && view)) take(answer);
    draw();
  }

  draw();
  void look();
  setInterval(draw, 1_000);
  setInterval(() => document.visibilityState === 'visible' && busy === null && void look(), refreshInterval);
}

/** By the reader’s clock, or where the system is dark: no blue, no white. */
function chooseNight(): void {
  const hour = new Date().getHours();
  const isNight = hour >= 22 || hour < 7 || matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.classList.toggle('night', isNight);
}

/** Loaded when it is opened. `onEnd`: with what is sent, or null when it is closed. */
async function formOf(act: FormAct['act'], view: View | null, onEnd: (sent: FormAct | null) => void): Promise<HTMLElement | null> {
  const { noteForm, responderForm } = await import('./page-forms.js');
  if (act === 'note') return noteForm(onEnd);
  return view && !isBundle(view) ? responderForm(view, onEnd) : null;
}

/** What the state does not say. */
const doneWords = (pressed: Pressed): string =>
  pressed.act === 'note' ? 'Note added.' : pressed.act === 'add_responder' ? `Paging ${pressed.name}.` : '';

const mustAsk = (view: View | null): boolean => view !== null && !isBundle(view) && sureToResolve(view) !== undefined;

interface Drawn {
  readonly view: View | null;
  readonly problem: string;
  /** What was just done, unless the state says it. */
  readonly done: string;
  /** The act that is on its way. */
  readonly busy: PageAct | null;
  readonly form: HTMLElement | null;
  /** Resolve was pressed once. */
  readonly isSure: boolean;
  /** Undo was pressed by the same tap. */
  readonly isBouncing: boolean;
}

const labelOf = ({ act, label }: PageAction, { view, isSure }: Drawn): string =>
  (act === 'resolve' && isSure && view && !isBundle(view) && sureToResolve(view)) || label;

/** Lays out the page, and returns what draws into it. */
function layOut(root: HTMLElement, onPress: (act: PageAct) => void) {
  const top = element('div', { className: 'what' });
  const bottom = element('div', { className: 'acts' });
  root.replaceChildren(element('main', { className: 'page' }, top, bottom));
  const hint = element('p', { className: 'hint' }, seenHint);
  /** One button per act, updated in place: a replaced button would lose a press in progress. */
  const buttons = new Map<PageAct, HTMLButtonElement>();

  return (drawn: Drawn, now: number): void => {
    const { view, problem, done, busy, form, isBouncing } = drawn;
    const button = (action: PageAction): HTMLButtonElement => {
      const { act, isMain } = action;
      const known = buttons.get(act) ?? element('button', { onclick: () => onPress(act) });
      buttons.set(act, known);
      known.className = isMain ? 'main' : 'other';
      known.disabled = busy !== null || (act === 'undo' && isBouncing);
      const label = labelOf(action, drawn);
      const says = busy === act ? `${label} …` : label;
      if (known.textContent !== says) known.textContent = says;
      return known;
    };
    document.title = titleOf(view);
    const acts = view && isBundle(view) ? bundleActions(view, now) : actionsOf(view, problem, now);
    const isDead = !view && acts.length === 0;
    const unknown = isDead ? 'Tocsin' : problem ? 'You are paged' : 'You are paged …';
    const lines = view ? (isBundle(view) ? bundleLines(view, now) : linesOf(view, now)) : [element('h1', {}, unknown)];
    const notices = [
      problem && element('p', { className: 'problem', role: 'alert' }, problem),
      done && element('p', { className: 'done', role: 'status' }, done),
    ];
    fill(top, element('p', { className: 'brand' }, 'Tocsin'), ...lines, ...notices);
    const shown = form ? [form] : acts.map(button);
    const controls = [...(acts.some(({ act }) => act === 'answer') ? [hint] : []), ...shown, ...openLink(view, isDead)];
    if (!isSame([...bottom.children], controls)) bottom.replaceChildren(...controls);
  };
}

const titleOf = (view: View | null): string =>
  !view ? 'You are paged · Tocsin' : isBundle(view) ? `${view.count} alert groups` : `#${view.number} ${view.title}`;

/** Reads, or acts; an act without an answer is repeated: its key makes it one act. */
async function ask(address: string): Promise<PageLinkAnswer>;
async function ask(address: string, act: Pressed): Promise<CommandAccepted | Problem | 'unreachable'>;
async function ask(address: string, act?: Pressed): Promise<PageLinkAnswer | CommandAccepted> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': `${Date.now()}${Math.random()}` };
  const init = act ? { method: 'POST', headers, body: JSON.stringify(bodyOf(act)) } : {};
  for (let tries = act ? 3 : 1; ; tries -= 1) {
    try {
      return (await (await fetch(address, init)).json()) as View | CommandAccepted | Problem;
    } catch {
      if (tries <= 1) return 'unreachable';
      await new Promise((wake) => setTimeout(wake, 800));
    }
  }
}

const bodyOf = (pressed: Pressed): object => {
  const [act, answer] = pressed.act.split(' ');
  if (answer) return { act, answer };
  if (pressed.act !== 'add_responder') return pressed;
  return { act: pressed.act, personId: pressed.personId };
};

function linesOf(page: PageShown, now: number): Child[] {
  const since = element(
    'time',
    { dateTime: page.since, title: wholeTime(page.since) },
    `${age(now - Date.parse(page.since))}, since ${clockTime(page.since, now)}`,
  );
  const alerts = page.alerts > 1 ? ` · ${page.firing} of ${page.alerts} alerts firing` : '';
  return [
    element(
      'p',
      { className: `mark ${page.status}` },
      [`#${page.number}`, `${page.urgency} urgency`, page.serviceName].filter(Boolean).join(' · '),
    ),
    element('h1', {}, page.title),
    element('p', { className: 'since' }, since, alerts),
    page.cutSays && element('p', {}, page.cutSays),
    page.waiting && element('p', {}, `${page.waiting} for you`),
    element(
      'div',
      { className: `status ${page.status}`, role: 'status' },
      element('p', {}, statusWords(page)),
      page.status === 'firing' && element('p', { className: 'next', ariaLive: 'off' }, nextWords(page, now)),
    ),
    detailsOf(page),
  ];
}

/** The middle: what its sender says, and where it leads further. */
function detailsOf({ examples, alerts, description, labels, lastNote, links, sourceName, alsoPaged, now }: PageShown): Child {
  const more = alerts - examples.length;
  const parts = [
    examples.length > 0 &&
      element(
        'ul',
        { className: 'examples' },
        ...examples.map((example) => element('li', {}, example)),
        more > 0 && element('li', {}, `and ${more} more`),
      ),
    ...[description, lastNote].map((text) => text && element('p', { className: 'description' }, text)),
    labels.length > 0 && element('dl', {}, ...labels.flatMap(({ label, value }) => [element('dt', {}, label), element('dd', {}, value)])),
    alsoPaged.length > 0 &&
      element('p', {}, `Also paged: ${alsoPaged.map(({ name, at }) => `${name} ${clockTime(at, Date.parse(now))}`).join(', ')}`),
    sourceName !== null && element('p', { className: 'source' }, `From ${sourceName}`),
    links.length > 0 && element('p', { className: 'links' }, ...links.map(leadOf)),
  ];
  return parts.some(Boolean) && element('section', { className: 'said', ariaLabel: 'Details' }, ...parts);
}

const leadOf = ({ kind, href, text }: PageShown['links'][number]): HTMLElement =>
  element('a', { href, target: '_blank', rel: 'noreferrer' }, `${text || kind} ↗`);

const isSame = (before: readonly Element[], after: readonly Element[]): boolean =>
  before.length === after.length &&
  after.every((one, n) => one === before[n] || (one instanceof HTMLAnchorElement && one.isEqualNode(before[n]!)));

/** A link that has ended is no dead end. */
function openLink(view: View | null, isDead: boolean): HTMLElement[] {
  if (view && !isBundle(view)) return [element('a', { href: `/alerts/${view.number}` }, 'Open it in Tocsin')];
  return view || isDead ? [element('a', { href: '/alerts' }, 'Open the alerts')] : [];
}
