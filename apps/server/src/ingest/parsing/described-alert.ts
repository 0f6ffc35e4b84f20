import * as integrationLimits from '@tocsin/contracts/integrations/limits.js';
import type { Link } from '@tocsin/contracts/routing/signals.js';
import type { Severity } from '@tocsin/contracts/severities.js';
import { labelsOf } from './labels.js';
import { asDetails, asLine, asTrimmedText, type JsonFields } from './lenient-fields.js';
import { addLink } from './links.js';
import type { ReadAlert } from './one-alert.js';
import { severityOf } from './severity.js';
import { cutToBytes, cutToLength, noteCut } from './text.js';
import { instantOf } from './time.js';

/** What a format found in a body, of any type and length; what is not there is left out. */
export interface Description {
  /** Of the kind of alert; else the summary. */
  readonly name?: unknown;
  /** The sender’s word. */
  readonly severity?: unknown;
  /** Where its words mean something else than they usually do. */
  readonly severities?: Readonly<Record<string, Severity>>;
  readonly startsAt?: unknown;
  readonly labels?: JsonFields;
  readonly links?: readonly (readonly [kind: Link['kind'], href: unknown, text: string])[];
  /** Shown as text. */
  readonly details?: unknown;
}

/** Without fields that are empty or null. */
export const presentFields = (fields: JsonFields): JsonFields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => asTrimmedText(value) !== null));

const linksOf = (described: NonNullable<Description['links']>, cut: string[]): Link[] => {
  const links: Link[] = [];
  for (const [kind, href, text] of described) addLink(links, cut, kind, href, text);
  return links;
};

const cutDetails = (described: unknown, cut: string[]): string | null => {
  const details = asDetails(described);
  return details && noteCut(cutToBytes(details, integrationLimits.detailsBytes), details, 'details', cut);
};

/** An alert in the words of its sender, cut where it is too long. */
export const described =
  ({ name, severity, severities = {}, startsAt, labels = {}, links = [], details }: Description): ReadAlert =>
  (key, state, summary, cut) => {
    const word = asTrimmedText(severity) ?? '';
    const meant = word.toLowerCase();
    return {
      fingerprint: key,
      state,
      startsAt: instantOf(startsAt),
      name: cutToLength(asLine(name) ?? summary, integrationLimits.summaryCharacters, 'name', cut),
      summary: cutToLength(summary, integrationLimits.summaryCharacters, 'summary', cut),
      severity: Object.hasOwn(severities, meant) ? severities[meant]! : severityOf(word),
      severityWord: cutToLength(word, integrationLimits.labelCharacters, 'severity', cut),
      labels: labelsOf(presentFields(labels), cut),
      links: linksOf(links, cut),
      details: cutDetails(details, cut),
    };
  };
