import type { ContactMethod } from '@tocsin/contracts/contacts/rows.js';
import type { MethodReceipt } from '@tocsin/contracts/contacts/receipts.js';
import { Link } from '@tanstack/react-router';
import { useRow } from '../../data/cache/use-view.js';
import { useNames } from '../../data/words/names.js';
import { Person } from '../../ui/person.js';
import { Panel } from '../../ui/panel.js';
import { Nothing } from '../../ui/screen.js';
import { WhenRead } from '../../ui/when-read.js';
import { LastReceipt } from '../contacts/shared/last-receipt.js';
import { methodSettings, methodTitle } from '../contacts/shared/method-words.js';

/** Those who were on call or had a group, and how they could be reached. Addresses by today’s right. */
export const PeopleThen = ({ ids }: { ids: readonly string[] }) => (
  <Panel title="How they could be reached" count={ids.length}>
    {ids.length === 0 && <Nothing>No one was on call.</Nothing>}
    <ul>
      {ids.map((id) => (
        <Reachability key={id} id={id} />
      ))}
    </ul>
  </Panel>
);

function Reachability({ id }: { id: string }) {
  const names = useNames();
  const [contacts, receipts] = [useRow('contacts', id), useRow('receipts', id)];
  const methods = contacts.data?.row?.methods ?? [];
  const receiptOf = new Map((receipts.data?.row?.methods ?? []).map((one) => [one.contactMethodId, one]));
  return (
    <li className="border-b border-line/70 py-2.5 last:border-0">
      <Link to="/people/$id" params={{ id }} className="inline-flex hover:underline">
        <Person personId={id} name={names.person(id)} />
      </Link>
      <WhenRead of={[contacts, receipts]} what="Their contact methods" lines={2}>
        {methods.length === 0 && <p className="text-xs text-muted">No contact methods.</p>}
        <ul className="mt-1 grid gap-1">
          {methods.map((method) => (
            <Method key={method.contactMethodId} method={method} receipt={receiptOf.get(method.contactMethodId) ?? null} />
          ))}
        </ul>
      </WhenRead>
    </li>
  );
}

const Method = ({ method, receipt }: { method: ContactMethod; receipt: MethodReceipt | null }) => (
  <li className="text-xs">
    <span className="font-medium wrap-anywhere">{methodTitle(method)}</span> <span className="text-muted">{methodSettings(method)}</span>{' '}
    <span className="text-muted">
      <LastReceipt kind={method.kind} receipt={receipt} />
    </span>
  </li>
);
