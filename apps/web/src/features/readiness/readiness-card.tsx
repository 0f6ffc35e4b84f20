import type { MethodReadiness, Readiness, ReadinessReason } from '@tocsin/contracts/people/readiness.js';
import { readinessReasons } from '@tocsin/contracts/people/readiness-reasons.js';
import type { ReactNode } from 'react';
import { useNames, type Names } from '../../data/words/names.js';
import { LastReceipt } from '../contacts/shared/last-receipt.js';
import { methodName, methodStateText } from '../contacts/shared/method-words.js';
import { TryOut } from '../contacts/shared/try-out.js';
import { FixLink } from './fix-link.js';
import { firstText, isShownElsewhere, reachText, reasonText, type ReasonPerson } from './readiness-words.js';

/** Whether a page would reach this person: each method that is not `listed` elsewhere, with its fixes. */
export function ReadinessCard({
  readiness,
  who,
  listed = false,
  children,
}: {
  readiness: Readiness;
  who: ReasonPerson;
  listed?: boolean;
  children?: ReactNode;
}) {
  const names = useNames();
  const { isFine, reasons } = readiness;
  const methods = listed ? [] : readiness.methods;
  const first = firstText(readiness);
  return (
    <section id="readiness" aria-label="Readiness" className="scroll-mt-24 overflow-hidden rounded-lg border border-line bg-panel">
      <div className={`px-4 py-3 ${isFine ? '' : 'bg-warn-tint'}`}>
        <p className={`text-[15px] font-semibold ${isFine ? 'text-done' : 'text-warn'}`}>
          {isFine && '✓ '}
          {reachText(readiness, who)}
        </p>
        {first && <p className="mt-0.5 text-xs wrap-anywhere text-muted">First by: {first}</p>}
      </div>
      <ul className="border-t border-line empty:hidden">
        {methods.map((one) => (
          <MethodLine key={one.method.contactMethodId} methodReadiness={one} who={who} names={names} />
        ))}
        {reasons
          .filter((reason) => !isShownElsewhere(reason))
          .map((reason) => (
            <li key={`${reason.code} ${reason.policyId} ${reason.late?.step}`} className={line}>
              <span aria-hidden className="text-warn">
                !
              </span>
              <ReasonLine reason={reason} who={who} names={names} />
            </li>
          ))}
      </ul>
      {children && <div className="flex flex-wrap items-start gap-2 border-t border-line px-4 py-3">{children}</div>}
    </section>
  );
}

/** A mark, then text; buttons at the end of the line, or below it on a phone. */
const line = 'grid grid-cols-[1rem_1fr] gap-x-2.5 gap-y-1.5 px-4 py-2.5 sm:grid-cols-[1rem_1fr_auto]';

/** Never used yet: shown by its reason. */
const isUntried = ({ receipt, reasons }: MethodReadiness): boolean =>
  receipt !== null &&
  [receipt.deliveredAt, receipt.sentAt, receipt.failed].every((one) => one === null) &&
  reasons.some(({ code }) => code === 'readiness.silent');

function MethodLine({ methodReadiness, who, names }: { methodReadiness: MethodReadiness; who: ReasonPerson; names: Names }) {
  const { method, isUsable, isSure, receipt, reasons } = methodReadiness;
  const name = methodName(method);
  // shown elsewhere: why it is not used, and what failed
  const others = reasons.filter(({ code }) => isUsable && code !== 'readiness.failing');
  const unsent = reasons.find(({ code }) => code === 'readiness.mail_not_set_up' || code === 'readiness.connection_missing');
  return (
    <li className={line}>
      <span aria-hidden className={isSure ? 'text-done' : 'text-warn'}>
        {isSure ? '✓' : isUsable ? '!' : '–'}
      </span>
      <div className="min-w-0 space-y-0.5">
        <p className="truncate font-medium">{name}</p>
        <p className="text-xs text-muted">
          {unsent ? readinessReasons[unsent.code].says : methodStateText(method)}
          {!isUsable && who === 'you' && reasons[0] && (
            <>
              {' '}
              <FixLink reason={reasons[0]} />
            </>
          )}
        </p>
        {isUsable && !isUntried(methodReadiness) && (
          <p className="text-xs text-muted">
            <LastReceipt kind={method.kind} receipt={receipt} />
          </p>
        )}
        {others.map((reason) => (
          <p key={reason.code} className="text-xs">
            <ReasonLine reason={reason} who={who} names={names} isBeside={reason.code === 'readiness.silent'} />
          </p>
        ))}
      </div>
      {who === 'you' && isUsable && (
        <TryOut className="col-start-2 sm:col-start-3 sm:self-center" contactMethodId={method.contactMethodId} name={name} />
      )}
    </li>
  );
}

/** `isBeside`: the button that fixes it is beside it. */
function ReasonLine({
  reason,
  who,
  names,
  isBeside = false,
}: {
  reason: ReadinessReason;
  who: ReasonPerson;
  names: Names;
  isBeside?: boolean;
}) {
  const isMine = who === 'you' || reason.policyId !== undefined;
  return (
    <span className="text-warn">
      {reasonText(reason, { who, policy: names.policy })}
      {isMine && !isBeside && (
        <>
          {' '}
          <FixLink reason={reason} />
        </>
      )}
    </span>
  );
}
