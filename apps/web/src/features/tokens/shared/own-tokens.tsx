import * as tokenLimits from '@tocsin/contracts/tokens/limits.js';
import { useMemo } from 'react';
import { useView } from '../../../data/cache/use-view.js';
import { DialogButton } from '../../../ui/resource/form-dialog.js';
import { inOrder, TokenList } from '../token-list.js';
import { lazyPart } from '../../../ui/lazy-part.js';

const IssueTokenDialog = lazyPart(() => import('../issue-token-dialog.js'), 'IssueTokenDialog');

/** Personal tokens: programs with at most my permissions. */
export function OwnTokens({ personId }: { personId: string }) {
  const params = useMemo(() => ({ where: { personId: [personId] }, limit: 200 }), [personId]);
  const reading = useView('tokens', params);
  const tokens = reading.data?.rows ?? [];
  const room = inOrder(tokens).live.length < tokenLimits.tokensPerPerson;
  return (
    <TokenList
      title="Personal tokens"
      what="Your tokens"
      reading={reading}
      tokens={tokens}
      may
      empty="No tokens."
      addButton={
        room && <DialogButton label="Issue token" renderDialog={(close) => <IssueTokenDialog service={false} onClose={close} />} />
      }
    />
  );
}
