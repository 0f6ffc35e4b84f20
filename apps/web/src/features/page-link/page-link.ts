import './page-link.css';
import type { CommandAccepted } from '@tocsin/contracts/http.js';
import type { BundleShown, PageShown } from '@tocsin/contracts/alert-groups/page-link.js';
import type { Problem } from '@tocsin/contracts/refusals.js';
import { age, clockTime, wholeTime } from '../../data/time/times.js';
import { actionsOf, seenHint, statusWords, unreachable, type PageAction } from './page-words.js';
import { bundleActions, bundleLines } from './bundle-lines.js';
import { element, fill, type Child } from './element.js';

type View = PageShown | BundleShown;
type PageLinkAnswer = View | Problem | 'unreachable';
const isBundle = (view: View): view is BundleShown => 'bundleId' in view;
type PageAct = PageAction['act'];

const refreshInterval = 5_000;
/** Milliseconds after a press in which another one is ignored as a bounce. */
const bounce = 700;

/**
 * The screen behind a link in a message: on a phone, without a session. Uses no framework, to render before anything else is loaded; the button works
 * before the answer has arrived.
 */
export function showPageLink(root = document.getElementById('root')!, secret = location.pathname.split('/')[2] ?? ''): void {
  const address = `/api/pages/${encodeURIComponent(secret)}`;
  let view: View | null = null;
  let problem = '';
  let busy: PageAct | null = null;
  let calmFrom = 0;
  let offset = 0;
  const now = () => Date.now() + offset;

  const hour = new Date().getHours();
  document.documentElement.classList.toggle('night', hour >= 21 || hour < 7);
  const drawIn = layOut(root, (act) => void press(act));
  const draw = () => drawIn(view, problem, busy, now(), now() < calmFrom);

  function take(answer: PageLinkAnswer): void {
    if (answer === 'unreachable') problem = unreachable;
    else if ('code' in answer) problem = `${answer.detail} ${answer.todo}`;
    else {
      [view, problem] = [answer, ''];
      offset = Date.parse(answer.now) - Date.now();
    }
  }

  /** Shows the state after an accepted act. */
  function takeDone(answer: PageLinkAnswer): void {
    take(answer);
    if (answer === 'unreachable') problem = 'Done. Its state could not be read; checking again.';
  }

  async function press(act: PageAct): Promise<void> {
    busy = act;
    draw();
    const answer = await ask(address, act);
    if (answer === 'unreachable' || 'code' in answer) take(answer);
    else takeDone(await ask(address));
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

/** Lays out the page, and returns what draws into it. `busy`: the act that is on its way; `isBouncing`: undo was pressed by the same tap. */
function layOut(root: HTMLElement, onPress: (act: PageAct) => void) {
  const top = element('div', { className: 'what' });
  const bottom = element('div', { className: 'acts' });
  root.replaceChildren(element('main', { className: 'page' }, top, bottom));
  const hint = element('p', { className: 'hint' }, seenHint);
  /** One button per act, updated in place: a replaced button would lose a press in progress. */
  const buttons = new Map<PageAct, HTMLButtonElement>();

  return (view: View | null, problem: string, busy: PageAct | null, now: number, isBouncing: boolean): void => {
    const button = ({ act, label, isMain }: PageAction): HTMLButtonElement => {
      const known = buttons.get(act) ?? element('button', { onclick: () => onPress(act) });
      buttons.set(act, known);
      known.className = isMain ? 'main' : 'other';
      known.disabled = busy !== null || (act === 'undo' && isBouncing);
      const says = busy === act ? `${label} …` : label;
      if (known.textContent !== says) known.textContent = says;
      return known;
    };
    document.title = titleOf(view);
    const acts = view && isBundle(view) ? bundleActions(view, now) : actionsOf(view, problem, now);
    const isDead = !view && acts.length === 0;
    const unknown = isDead ? 'Tocsin' : problem ? 'You are paged' : 'You are paged …';
    const lines = view ? (isBundle(view) ? bundleLines(view, now) : linesOf(view, now)) : [element('h1', {}, unknown)];
    fill(top, ...lines, problem && element('p', { className: 'problem', role: 'alert' }, problem));
    const controls = [...(acts.some(({ act }) => act === 'answer') ? [hint] : []), ...acts.map(button), ...openLink(view, isDead)];
    if (!isSame([...bottom.children], controls)) bottom.replaceChildren(...controls);
  };
}

const titleOf = (view: View | null): string =>
  !view ? 'You are paged · Tocsin' : isBundle(view) ? `${view.count} alert groups` : `#${view.number} ${view.title}`;

/** Reads, or acts; an act without an answer is repeated, because acts are idempotent. */
async function ask(address: string): Promise<PageLinkAnswer>;
async function ask(address: string, act: PageAct): Promise<CommandAccepted | Problem | 'unreachable'>;
async function ask(address: string, act?: PageAct, tries?: number): Promise<PageLinkAnswer | CommandAccepted>;
async function ask(address: string, act?: PageAct, tries = act ? 3 : 1): Promise<PageLinkAnswer | CommandAccepted> {
  const init = act ? { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ act }) } : {};
  try {
    return (await (await fetch(address, init)).json()) as View | CommandAccepted | Problem;
  } catch {
    if (tries <= 1) return 'unreachable';
    await new Promise((wake) => setTimeout(wake, 800));
    return ask(address, act, tries - 1);
  }
}

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
    element('p', { className: `status ${page.status}`, role: 'status' }, statusWords(page)),
    detailsOf(page),
  ];
}

/** The middle: what its sender says, and where it leads further. */
function detailsOf({ examples, alerts, description, labels, links, sourceName }: PageShown): Child {
  const more = alerts - examples.length;
  const parts = [
    links.length > 0 && element('p', { className: 'links' }, ...links.map(leadOf)),
    examples.length > 0 &&
      element(
        'ul',
        { className: 'examples' },
        ...examples.map((example) => element('li', {}, example)),
        more > 0 && element('li', {}, `and ${more} more`),
      ),
    description && element('p', { className: 'description' }, description),
    labels.length > 0 && element('dl', {}, ...labels.flatMap(({ label, value }) => [element('dt', {}, label), element('dd', {}, value)])),
    sourceName !== null && element('p', { className: 'source' }, `From ${sourceName}`),
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
