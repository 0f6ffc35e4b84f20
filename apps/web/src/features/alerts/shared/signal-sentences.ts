import { textOrErased } from '@tocsin/contracts/redactions/noun.js';
import type { pageRequestEvents } from '@tocsin/contracts/alert-groups/events.js';
import type { lapseEvents } from '@tocsin/contracts/routing/lapses.js';
import type { routingEvents } from '@tocsin/contracts/routing/routing.js';
import type { signalEvents } from '@tocsin/contracts/routing/signals.js';
import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { Names } from '../../../data/words/names.js';
import { postRuleWords } from './post-rule-words.js';
import { capital } from '../../../data/words/capital.js';
import { count, type Sentences } from '../../../data/words/sentence.js';

const signalWords: Record<FactOf<'SignalReceived'>['signal']['action'], (alerts: number) => string> = {
  trigger: (alerts) => `reported ${count(alerts, 'firing alert')}`,
  acknowledge: (alerts) => `acknowledged ${count(alerts, 'alert')}`,
  resolve: (alerts) => `reported ${count(alerts, 'resolved alert')}`,
  act: () => 'acted on an alert',
};

type RoutedItem = FactOf<'SignalsRouted'>['items'][number];

const outcomeWords: Partial<Record<RoutedItem['outcome'], string>> = {
  opened: 'opened',
  joined: 'added to storm',
  acknowledged: 'acknowledged',
  acted: 'acted on',
  resolved: 'resolved',
  reopened: 'reopened',
  changed: 'updated',
  repeat: 'repeated',
};

/** `opened #4, #5, resolved #2`: what became of the alerts, at most three numbers for each outcome. */
const routedWords = (items: readonly RoutedItem[]): string =>
  Object.entries(outcomeWords)
    .map(([outcome, word]) => {
      const numbers = [...new Set(items.filter((item) => item.outcome === outcome).flatMap(({ number }) => number ?? []))];
      const more = numbers.length > 3 ? ` and ${numbers.length - 3} more` : '';
      return numbers.length === 0
        ? ''
        : `${word} ${numbers
            .slice(0, 3)
            .map((number) => `#${number}`)
            .join(', ')}${more}`;
    })
    .filter((words) => words !== '')
    .join('; ');

/** `recorded only: 2 alerts, posted to #ops (Slack) by rule 3 (version 7)`. */
const recordedWords = (items: readonly RoutedItem[], names: Names): readonly string[] => {
  const counts = new Map<string, number>();
  for (const { reason, alerts, postTo, by } of items) {
    const fired = alerts.filter(({ outcome }) => outcome !== 'resolved').length;
    if (reason !== 'recorded_only' || fired === 0) continue;
    const posted = postTo && by.post ? `, posted to ${names.webhook(postTo)} by ${postRuleWords(by.post)}` : '';
    counts.set(posted, (counts.get(posted) ?? 0) + fired);
  }
  return [...counts].slice(0, 3).map(([posted, fired]) => `recorded only: ${count(fired, 'alert')}${posted}`);
};

/** `#4 muted by a silence (version 2)`. */
const silenceWords = (items: readonly RoutedItem[]): readonly string[] => {
  const muted = items.flatMap(({ number, by: { silence } }) =>
    silence ? [`${number === null ? '' : `#${number} `}muted by a silence (version ${silence.version})`] : [],
  );
  return [...new Set(muted)].slice(0, 3);
};

export const signalSentences: Sentences<
  keyof typeof signalEvents | keyof typeof routingEvents | keyof typeof lapseEvents | keyof typeof pageRequestEvents
> = {
  SignalReceived: ({ data: { integrationId, signal, serviceId } }, names) =>
    `${names.integration(integrationId)} ${signalWords[signal.action](signal.alerts.length)} for ${names.service(serviceId)}.`,
  SignalsRouted: ({ data: { items } }, names) =>
    `${capital([routedWords(items), ...recordedWords(items, names), ...silenceWords(items)].filter(Boolean).join('; ') || 'nothing changed')}.`,
  AlertsLapsed: ({ data: { item } }, names) => {
    const what = item.outcome === 'resolved' ? `all of #${item.number}` : `${count(item.alerts.length, 'alert')} of #${item.number}`;
    return `${names.integration(item.integrationId)} no longer sends ${what}, whose end has passed: resolved.`;
  },
  LapsePostponed: () => 'The end of alerts passed while Tocsin may not have heard them. They get more time to be sent again.',
  PageRequested: ({ data, meta }, names) => {
    if (data.kind === 'test') return `${names.actor(meta.actor)} sent a test alert, #${data.number}.`;
    if (data.kind === 'drill') return `A drill opens #${data.number}.`;
    if (data.kind === 'audit') return `The audit of the log pages the owners: #${data.number} ${textOrErased(data.title)}.`;
    return `${names.actor(meta.actor)} paged manually: #${data.number} ${textOrErased(data.title)}.`;
  },
};
