import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import { Fragment } from 'react';
import { useRow } from '../../../data/cache/use-view.js';
import { sharedWords, withAddresses } from './annotations-model.js';

/** Height of a long value, beyond which it scrolls. */
const tall = 'max-h-40 overflow-auto';

/** Annotations common to all alerts: the description, then everything else by name. */
export function Annotations({ row }: { row: AlertGroupRow }) {
  const alerts = useRow('alerts', row.id).data?.row?.alerts;
  const { description, more } = sharedWords(alerts ?? []);
  if (description === null && more.length === 0) return null;
  return (
    <section aria-label="Annotations" className="mt-6 max-w-4xl space-y-2">
      {description !== null && (
        <p className={`${tall} wrap-anywhere whitespace-pre-line`}>
          <TextWithLinks text={description} />
        </p>
      )}
      {more.length > 0 && (
        <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[minmax(6rem,auto)_1fr]">
          {more.map(([name, value]) => (
            <Fragment key={name}>
              <dt className="text-muted wrap-anywhere">{name}</dt>
              <dd className={`${tall} wrap-anywhere whitespace-pre-line max-sm:mb-1`}>
                <TextWithLinks text={value} />
              </dd>
            </Fragment>
          ))}
        </dl>
      )}
    </section>
  );
}

/** Text with clickable web addresses. */
const TextWithLinks = ({ text }: { text: string }) =>
  withAddresses(text).map((part, n) =>
    n % 2 === 0 ? (
      part
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of a text are never reordered
      <a key={n} href={part} target="_blank" rel="noreferrer" className="link">
        {part}
      </a>
    ),
  );
