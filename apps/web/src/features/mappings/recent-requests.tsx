import type { MappingFields } from '@tocsin/contracts/mappings/noun.js';
import type { MappedSignal, MappingTryOut } from '@tocsin/contracts/mappings/try-out.js';
import { useState } from 'react';
import { count } from '../../data/words/sentence.js';
import { Button } from '../../ui/button.js';
import { Panel } from '../../ui/panel.js';
import { Ago } from '../../ui/time.js';
import { failureWords } from './failure-words.js';
import { useMappedRequests } from './use-mapping.js';

/** What the last requests would have become by the expressions as they are now. */
export function RecentRequests({ integrationId, fields }: { integrationId: string; fields: MappingFields }) {
  const [asked, setAsked] = useState<MappingFields | null>(null);
  const { data, isFetching, error } = useMappedRequests(integrationId, asked);
  return (
    <Panel
      title="Recent requests"
      actions={
        <Button kind="quiet" busy={isFetching} onClick={() => setAsked(fields)}>
          Try the last 200
        </Button>
      }
    >
      <div aria-live="polite">
        {error && <p className="text-warn">{error.message}</p>}
        {!data && !error && <p className="text-muted">See what this mapping would have made of them. Nothing is changed.</p>}
        {data && <Result {...data} isOld={asked !== null && JSON.stringify(asked) !== JSON.stringify(fields)} />}
      </div>
    </Panel>
  );
}

const summaryOf = ({ tried, untried, failed, changed }: MappingTryOut): string => {
  if (tried + untried === 0) return 'No requests yet.';
  const rest = untried === 0 ? '' : ` ${untried} were not tried.`;
  return `${count(tried, 'request')} tried: ${failed} would fail, ${changed} would have become something else.${rest}`;
};

const titleOf = (signal: MappedSignal | null): string => (signal ? `${signal.action}: ${signal.alert?.summary ?? signal.key}` : 'nothing');

function Result({ isOld, ...tried }: MappingTryOut & { isOld: boolean }) {
  return (
    <>
      <p>{summaryOf(tried)}</p>
      <p className="text-xs text-muted">
        Up to event {tried.upTo.toLocaleString('en-GB')}.{isOld && ' The expressions have changed since.'}
      </p>
      <ul aria-label="Results" className="mt-2">
        {tried.requests.map(({ ordinal, receivedAt, signal, failed, says, before }) => (
          <li key={ordinal} className="border-t border-line-soft py-2">
            <p className={`wrap-anywhere ${failed ? 'text-warn' : 'font-medium'}`}>
              {failed ? failureWords(failed, says) : titleOf(signal)}
            </p>
            <p className="text-xs wrap-anywhere text-muted">
              {receivedAt && <Ago at={receivedAt} />} · was {titleOf(before)}
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}
