import { actionOf } from '../../parsing/action-words.js';
import { toOneLine } from '../../parsing/text.js';
import { monitEventOf } from '../monit/event.js';
import type { Signal } from '@tocsin/contracts/routing/signals.js';

/** What a subject says: about what, and in which state it is. */
export interface Subject {
  /** The same for all states of one thing; in the spelling of the sender. */
  readonly about: string;
  readonly action: Signal['action'];
  /** The sender’s word for the state, which tells how severe it is. */
  readonly word: string | null;
}

/** States that `actionOf` takes for those of a trigger, and what severities are called: nothing else is cut from a subject. */
const states: ReadonlySet<string> = new Set(
  'alarm alert firing problem down critical crit error warning warn unknown unkn unreachable unreach major minor failed failure disaster high'.split(
    ' ',
  ),
);
const isState = (word: string): boolean => {
  const lower = word.toLowerCase();
  return states.has(lower) || actionOf(lower) !== undefined;
};

const forwarded = /^(?:(?:re|fwd?|aw|wg|tr|sv|vs)\s*:\s*)+/i;
/** `[FIRING:2] …`, `[OK] …` */
const bracketed = /^\[\s*([a-z]+)(?:\s*[:\s]\s*\d+)?\s*\]\s*[:-]?\s*(.+)$/is;
/** `RESOLVED: …`, `Resolved in 3m 2s: …` */
const leading = /^([a-z]+)(?:\s+in\s+[\d.]+\s*[a-z]+(?:\s+[\d.]+\s*[a-z]+)*)?\s*:\s*(.+)$/is;
/** `** RECOVERY Service Alert: web-1/disk is OK **`, of Nagios and its kind. */
const starred = /^\*+\s*([a-z]+)\s+(.+?)\s+is\s+([a-z]+)\s*\*+$/is;
/** `Monitor is DOWN: web-1`, `web-1 is UP` */
const inside = /^(.*?\bis)\s+(?:back\s+)?([A-Z]{2,})(?:\s*:\s*(.+))?$/s;

/** `[PROBLEM] disk on web-1 is CRITICAL!`, of Icinga 2: its state stands there twice. */
const twice = /^\[([a-z]+)\]\s+(.+?)\s+is\s+([a-z]+)!$/is;
/** `DOWN alert: shop (shop.example.org) is DOWN`, of Pingdom and its kind. */
const alerted = /^(up|down)\s+alert:\s+(.+?)\s+is\s+(?:up|down)$/is;
/** `Check_MK: web-1/CPU load OK -> CRIT` */
const turned = /^(check_?mk:\s+\S.*?)\s+(?:ok|up|warn|crit|unkn|down|unreach|pend)\s*->\s*([a-z]+)$/is;
/** `[Shop] [🔴 Down] timeout`, of Uptime Kuma. */
const kuma = /^(\[.+?\])\s+\[(?:\S+ )?(down|up)\](?:\s.*)?$/is;
/** `DOWN | nightly backup`, of Healthchecks. */
const barred = /^(up|down)\s+\|\s+(.+)$/is;
/** `monit alert --  Connection failed nginx` */
const monit = /^(monit alert --)\s+(.+)\s+(\S+)$/is;

const firstParts = (text: string): Parts | undefined => {
  const [, stated, subject, state] = twice.exec(text) ?? [];
  if (stated !== undefined) return [stated, subject!, state!];
  const [, word, about] = alerted.exec(text) ?? barred.exec(text) ?? [];
  if (word !== undefined) return [word, about!];
  const [, thing, now] = turned.exec(text) ?? kuma.exec(text) ?? [];
  if (thing !== undefined) return [now!, thing];
  const [, program, event, service] = monit.exec(text) ?? [];
  if (program === undefined) return undefined;
  const { check, isOver } = monitEventOf(event!);
  return [isOver ? 'OK' : 'problem', [program, check, service].filter((part) => part !== '').join(' ')];
};

type Parts = readonly [word: string, about: string, severityWord?: string];

const partsOf = (text: string): Parts | undefined => {
  const known = firstParts(text);
  if (known) return known;
  const [, nagios, subject, state] = starred.exec(text) ?? [];
  if (nagios !== undefined) return [nagios, subject!, state!];
  const [, word, rest] = bracketed.exec(text) ?? leading.exec(text) ?? [];
  if (word !== undefined) return [word, rest!];
  const [, before, middle, after = ''] = inside.exec(text) ?? [];
  return middle === undefined ? undefined : [middle, `${before!} ${after}`.trim()];
};

/**
 * Reads the state where monitoring systems write it: at the beginning with a colon or in brackets, between the stars of Nagios, and in capitals behind
 * “is”. Anywhere else it may be part of a sentence, and such a mail is a trigger.
 */
export const readSubject = (sent: string): Subject => {
  const text = toOneLine(sent).replace(forwarded, '');
  const [word, about, severityWord = word] = partsOf(text) ?? [];
  if (word === undefined || about === undefined || !isState(word)) return { about: text, action: 'trigger', word: null };
  return { about: about.trim(), action: actionOf(word.toLowerCase()) ?? 'trigger', word: severityWord ?? null };
};
