import { Suspense, useState } from 'react';
import { isRelayed, type ContactKind } from '@tocsin/contracts/contacts/kinds.js';
import type { ContactMethod, ContactRow } from '@tocsin/contracts/contacts/rows.js';
import type { MethodReadiness } from '@tocsin/contracts/people/readiness.js';
import { readinessReasons } from '@tocsin/contracts/people/readiness-reasons.js';
import { useCommand } from '../../data/cache/use-command.js';
import { Confirm } from '../../ui/confirm.js';
import { Button } from '../../ui/button.js';
import { lazyPart } from '../../ui/lazy-part.js';
import { reasonClause } from '../messages/shared/reason-words.js';
import { KindFactsLine } from './shared/kind-facts.js';
import { LastReceipt } from './shared/last-receipt.js';
import { MailNotSetUp } from './shared/mail-not-set-up.js';
import { MethodIcon } from './shared/method-icon.js';
import { methodName, methodStateText } from './shared/method-words.js';
import { TryOut } from './shared/try-out.js';
import { Verification } from './shared/verification.js';
import { MethodRules } from './method-rules.js';
import { WebhookRelay } from './webhook-relay.js';
import { SwitchMethod } from './switch-method.js';

const PreviewDialog = lazyPart(() => import('./preview-dialog.js'), 'PreviewDialog');

function PreviewButton({ kind }: { kind: ContactKind }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button kind="quiet" onClick={() => setOpen(true)}>
        Preview
      </Button>
      <Suspense>{isOpen && <PreviewDialog kind={kind} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}

interface Props {
  contact: ContactRow;
  method: ContactMethod;
  /** Undefined while that is not known, or could not be read. */
  known: MethodReadiness | undefined;
}

/** One contact method: what it does, its rules, its last delivery, and its actions. */
export function MethodRow({ contact, method, known }: Props) {
  const { verified, disabled, switchedOffAt, contactMethodId } = method;
  const isUsed = verified && !switchedOffAt;
  const name = methodName(method);
  const lacksMail = known?.reasons.some(({ code }) => code === 'readiness.mail_not_set_up');
  return (
    <li className="grid gap-x-4 gap-y-2 border-b border-line/70 py-3 sm:grid-cols-[1fr_auto] sm:gap-y-1">
      <div className="flex min-w-0 gap-2.5">
        <MethodIcon kind={method.kind} />
        <div className="min-w-0 space-y-1">
          <p className="flex min-w-0 flex-wrap items-baseline gap-x-2">
            <span className="max-w-full truncate font-medium">{name}</span>
            <State method={method} />
          </p>
          {isUsed && <About method={method} />}
        </div>
      </div>
      <div className="min-w-0 space-y-1 sm:col-span-2">
        {!verified && !disabled && !lacksMail && <Verification personId={contact.id} method={method} />}
        <MethodRules contact={contact} method={method} />
        {isRelayed(method.kind) && <WebhookRelay contact={contact} method={method} />}
        <p className="text-xs text-muted">
          <LastReceipt kind={method.kind} receipt={known?.receipt ?? null} />
        </p>
        {lacksMail && <MailNotSetUp className="text-xs" />}
        {isUsed && <Doubts known={known} />}
      </div>
      <div className="flex flex-wrap items-start gap-1 sm:col-start-2 sm:row-start-1 sm:justify-end">
        {isUsed && <TryOut contactMethodId={contactMethodId} name={name} />}
        <PreviewButton kind={method.kind} />
        {verified && <SwitchMethod contact={contact} method={method} />}
        <Remove contact={contact} method={method} />
      </div>
    </li>
  );
}

const About = ({ method }: Pick<Props, 'method'>) => (
  <>
    <p className="text-xs text-muted">{methodStateText(method)}</p>
    <KindFactsLine kind={method.kind} />
  </>
);

function State({ method: { verified, disabled, switchedOffAt } }: { method: ContactMethod }) {
  if (disabled)
    return (
      <span className="text-warn">
        Not used: {reasonClause(disabled.reason)}
        {disabled.detail !== undefined && ` (${disabled.detail})`}
      </span>
    );
  if (!verified) return <span className="text-warn">not verified</span>;
  return switchedOffAt ? <span className="text-warn">switched off: not used for pages</span> : null;
}

/** Why a page by this method might fail. Failures are shown with the last delivery, missing mail settings above. */
const Doubts = ({ known }: { known: MethodReadiness | undefined }) =>
  known?.reasons
    .filter(({ code }) => code !== 'readiness.failing' && code !== 'readiness.mail_not_set_up')
    .map(({ code }) => (
      <p key={code} className="text-xs text-warn">
        {readinessReasons[code].says}
      </p>
    ));

function Remove({ contact: { id: personId, rules }, method }: Omit<Props, 'known'>) {
  const { contactMethodId } = method;
  const remove = useCommand('RemoveContactMethod', 'remove the contact method');
  const used = rules.filter((rule) => rule.contactMethodId === contactMethodId).length;
  const name = methodName(method);
  return (
    <Confirm
      label="Remove"
      title={`Remove ${name}`}
      says={
        used > 0
          ? `You are no longer paged by it, and ${used === 1 ? 'the rule that uses it is' : `the ${used} rules that use it are`} removed.`
          : 'You are no longer paged by it.'
      }
      act="Remove contact method"
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ personId, contactMethodId })}
    />
  );
}
