import * as tokenLimits from '@tocsin/contracts/tokens/limits.js';
import { Suspense, useMemo, useState } from 'react';
import { useView } from '../../../data/cache/use-view.js';
import { Button } from '../../../ui/button.js';
import { Nothing, Section } from '../../../ui/screen.js';
import { inOrder, TokenList } from '../token-list.js';
import { WhenRead } from '../../../ui/when-read.js';
import { lazyPart } from '../../../ui/lazy-part.js';

const IssueTokenDialog = lazyPart(() => import('../issue-token-dialog.js'), 'IssueTokenDialog');

/** Personal tokens: programs with at most my permissions. */
export function OwnTokens({ personId }: { personId: string }) {
  const params = useMemo(() => ({ where: { personId: [personId] }, limit: 200 }), [personId]);
  const reading = useView('tokens', params);
  const tokens = reading.data?.rows ?? [];
  const [isOpen, setOpen] = useState(false);
  const room = inOrder(tokens).live.length < tokenLimits.tokensPerPerson;
  return (
    <Section title="Personal tokens" aside={room && <Button onClick={() => setOpen(true)}>Issue token</Button>}>
      <WhenRead of={[reading]} what="Your tokens">
        {tokens.length === 0 && <Nothing>No tokens.</Nothing>}
        <TokenList tokens={tokens} may />
      </WhenRead>
      {isOpen && (
        <Suspense>
          <IssueTokenDialog service={false} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Section>
  );
}
