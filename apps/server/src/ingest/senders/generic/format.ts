import { id } from '@tocsin/contracts/ids.js';
import * as integrationLimits from '@tocsin/contracts/integrations/limits.js';
import type { Link, Signal } from '@tocsin/contracts/routing/signals.js';
import {
  kindOf,
  refuse,
  refuseMissing,
  refuseUnrecognized,
  type OpenAlert,
  type SenderAnswer,
  type SenderFormat,
  type SenderRoute,
} from '../../format.js';
import type { SignalReading } from '../../reading.js';
import { actionOf } from '../../parsing/action-words.js';
import { hashOf, labelsOf } from '../../parsing/labels.js';
import { asDetails, asLine, asList, asObject, asText, asTrimmedText, type JsonFields } from '../../parsing/lenient-fields.js';
import { addImage, addLink, addNamedLinks, addWrittenLink } from '../../parsing/links.js';
import { toSignal, type ReadAlert } from '../../parsing/one-alert.js';
import { keyedRoutes } from '../../keyed-routes.js';
import { toProblemAnswer } from '../../problem.js';
import { severityOf } from '../../parsing/severity.js';
import { cutToBytes, noteCut, cutToLength } from '../../parsing/text.js';
import { instantOf } from '../../parsing/time.js';
import { z } from 'zod';

/** `keyFrom` hash: no key was sent, so it was made of summary, source and labels. */
const genericAccepted = z.object({
  status: z.literal('accepted'),
  key: z.string(),
  keyFrom: z.enum(['you', 'hash']),
  /** The alert, as far as this server knew it when the signal came: the answer does not wait for routing. */
  alert: z.object({
    /** Null when the signal says no more than the key. */
    summary: z.string().nullable(),
    /** It fires, and nothing was open under this key. */
    new: z.boolean(),
    /** The alert group that was open under this key; null: none. */
    groupId: id.nullable(),
    number: z.number().int().nullable(),
  }),
});
export type GenericAccepted = z.infer<typeof genericAccepted>;

/**
 * Our own JSON, or the same as a form: `{ summary, action?, key?, severity?, source?, name?, labels?, links?, url?, details?,
 * startsAt?, test? }`. `status` counts like `action`. An unknown action is a trigger: better too loud than lost.
 */
export const genericSignal: SenderFormat<SignalReading> = {
  kind: 'generic',
  routes: keyedRoutes(
    'generic',
    'An alert as generic JSON, or as a form or a query with the same fields; GET only with a mapping',
    'fields',
    ['POST', 'PUT', 'GET'],
  ).map((route): SenderRoute => ({ ...route, mappedMethods: ['GET'] })),
  answers: [{ status: 202, says: 'Stored on disk.', shape: { name: 'GenericAccepted', schema: genericAccepted } }],
  keyIn: { query: 'key' },
  read({ method, body, query }) {
    // a redirect that became a GET has lost its body
    if (method === 'GET') return refuse('other_method', { texts: ['GET is read by a mapping alone: POST here.'] });
    const posted = asObject(body);
    // a script may post without a body
    const fields = posted && Object.keys(posted).length === 0 ? query : posted;
    if (!fields) return refuseUnrecognized(`The body is ${kindOf(body)}, not an object. Send one object for each alert: {"summary": "…"}.`);
    const action = actionOf(asTrimmedText(fields['action'])) ?? actionOf(asTrimmedText(fields['status'])) ?? 'trigger';
    const key = asTrimmedText(fields['key']) ?? asTrimmedText(fields['dedup_key']);
    const summary = asLine(fields['summary']);
    if (summary === null && (action === 'trigger' || key === null))
      return refuseMissing('summary', 'An alert needs a `summary` that says what is wrong.');
    return signalOf(action, key, fields, summary);
  },
  answer: (reading, { open }) => (reading.kind === 'refusal' ? toProblemAnswer(reading) : answerAccepted(reading, open)),
};

const answerAccepted = ({ signal, keyFrom }: SignalReading, open: OpenAlert | null): SenderAnswer => ({
  status: 202,
  body: {
    status: 'accepted',
    key: signal.key,
    keyFrom: keyFrom === 'hash' ? 'hash' : 'you',
    alert: {
      summary: signal.alerts[0]?.summary ?? null,
      new: signal.action === 'trigger' && open === null,
      groupId: open?.groupId ?? null,
      number: open?.number ?? null,
    },
  } satisfies GenericAccepted,
});

const signalOf = (action: Signal['action'], givenKey: string | null, body: JsonFields, summary: string | null): SignalReading => {
  const key = givenKey ?? hashOf(asObject(body['labels']), summary, asTrimmedText(body['source']));
  const test = body['test'] === true || body['test'] === 'true';
  return {
    kind: 'signal',
    signal: toSignal({ action, key, summary, test }, alertOf(body)),
    keyFrom: givenKey === null ? 'hash' : 'sender',
  };
};

const alertOf =
  (body: JsonFields): ReadAlert =>
  (key, state, summary, cut) => {
    const severityWord = asTrimmedText(body['severity']) ?? '';
    const details = asDetails(body['details']);
    return {
      fingerprint: key,
      state,
      startsAt: instantOf(body['startsAt']),
      name: cutToLength(asLine(body['name']) ?? summary, integrationLimits.summaryCharacters, 'name', cut),
      summary: cutToLength(summary, integrationLimits.summaryCharacters, 'summary', cut),
      severity: severityOf(severityWord),
      severityWord: cutToLength(severityWord, integrationLimits.labelCharacters, 'severity', cut),
      labels: labelsWithSource(body, cut),
      links: linksOf(body, cut),
      details: details && noteCut(cutToBytes(details, integrationLimits.detailsBytes), details, 'details', cut),
    };
  };

const labelsWithSource = (body: JsonFields, cut: string[]): Record<string, string> => {
  const labels = labelsOf(body['labels'], cut);
  const source = asText(body['source']);
  if (source !== null && source !== '' && !Object.hasOwn(labels, 'source')) {
    labels['source'] = cutToLength(source, integrationLimits.labelCharacters, 'labels', cut);
  }
  return labels;
};

const linksOf = (body: JsonFields, cut: string[]): Link[] => {
  const links: Link[] = [];
  for (const link of asList(body['links']) ?? []) addWrittenLink(links, cut, link);
  addNamedLinks(links, cut, body);
  const details = asObject(body['details']);
  if (details) addNamedLinks(links, cut, details);
  for (const image of asList(body['images']) ?? []) addImage(links, cut, image);
  addLink(links, cut, 'source', body['url'], 'Source');
  return links;
};
