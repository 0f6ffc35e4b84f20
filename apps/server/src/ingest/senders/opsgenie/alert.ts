import * as integrationLimits from '@tocsin/contracts/integrations/limits.js';
import type { Link } from '@tocsin/contracts/routing/signals.js';
import { labelsOf } from '../../parsing/labels.js';
import { asDetails, asList, asObject, asTrimmedText, type JsonFields } from '../../parsing/lenient-fields.js';
import { addLink, addNamedLinks } from '../../parsing/links.js';
import type { ReadAlert } from '../../parsing/one-alert.js';
import { severityOf } from '../../parsing/severity.js';
import { cutToBytes, cutToLength, noteCut } from '../../parsing/text.js';

const isWeb = /^https?:/i;

/**
 * Without a priority the severity in the details counts, else error: by Opsgenie it would be P3, and as Alertmanager and Grafana send none, nobody
 * would be woken.
 */
const severityWordOf = (fields: JsonFields, details: JsonFields): string =>
  asTrimmedText(fields['priority']) ?? asTrimmedText(details['severity']) ?? '';

const listOf = (value: unknown, nameOf: (one: unknown) => string | null): string | null => {
  const names = (asList(value) ?? []).map(nameOf).filter((name) => name !== null);
  return names.length > 0 ? names.join(', ') : null;
};

const responderOf = (value: unknown): string | null => {
  const responder = asObject(value);
  return asTrimmedText(responder?.['name']) ?? asTrimmedText(responder?.['username']) ?? asTrimmedText(responder?.['id']);
};

/** Its details are what other senders call labels. The alert’s own fields come first, so that they are not cut. */
const labelsOfAlert = (fields: JsonFields, details: JsonFields): JsonFields => {
  const source = asTrimmedText(fields['source']);
  const own: JsonFields = {
    entity: asTrimmedText(fields['entity']),
    source: source !== null && isWeb.test(source) ? null : source,
    tags: listOf(fields['tags'], asTrimmedText),
    responders: listOf(fields['responders'], responderOf),
  };
  const given = Object.entries(own).filter(([name, value]) => value !== null && !Object.hasOwn(details, name));
  return { ...Object.fromEntries(given), ...details };
};

const linksOf = (fields: JsonFields, details: JsonFields, cut: string[]): Link[] => {
  const links: Link[] = [];
  addNamedLinks(links, cut, details);
  addLink(links, cut, 'source', fields['source'], 'Source');
  return links;
};

/** An alert of Opsgenie’s Alert API. */
export const alertOf =
  (fields: JsonFields): ReadAlert =>
  (key, state, summary, cut) => {
    const given = asObject(fields['details']) ?? {};
    const severityWord = severityWordOf(fields, given);
    const details = asDetails(
      Object.fromEntries(
        ['description', 'note'].filter((name) => asTrimmedText(fields[name]) !== null).map((name) => [name, fields[name]]),
      ),
    );
    return {
      fingerprint: key,
      state,
      startsAt: null,
      name: cutToLength(summary, integrationLimits.summaryCharacters, 'name', cut),
      summary: cutToLength(summary, integrationLimits.summaryCharacters, 'summary', cut),
      severity: severityOf(severityWord),
      severityWord: cutToLength(severityWord, integrationLimits.labelCharacters, 'severity', cut),
      labels: labelsOf(labelsOfAlert(fields, given), cut),
      links: linksOf(fields, given, cut),
      details: details && noteCut(cutToBytes(details, integrationLimits.detailsBytes), details, 'details', cut),
    };
  };
