import { Suspense, useState } from 'react';
import { useMay, useMe } from '../../data/session/session.js';
import { useAll, useEvery } from '../../data/cache/use-view.js';
import { Button } from '../../ui/button.js';
import { Nothing, Screen, Section } from '../../ui/screen.js';
import { TokenList } from './token-list.js';
import { WhenRead } from '../../ui/when-read.js';
import { lazyPart } from '../../ui/lazy-part.js';

const IssueTokenDialog = lazyPart(() => import('./issue-token-dialog.js'), 'IssueTokenDialog');

/** Every program that may act here: service tokens, and for those who may configure them other people’s. */
export function TokensScreen() {
  const reading = useEvery('tokens');
  const tokens = useAll('tokens');
  const may = useMay('tokens.configure');
  const { personId: me } = useMe();
  const [isOpen, setOpen] = useState(false);
  const service = tokens.filter(({ kind }) => kind === 'service');
  const others = tokens.filter(({ kind, personId }) => kind === 'personal' && personId !== me);
  return (
    <Screen narrow title="Tokens">
      <Section title="Service tokens" aside={may && <Button onClick={() => setOpen(true)}>Issue token</Button>}>
        <WhenRead of={[reading]} what="The service tokens">
          {service.length === 0 && <Nothing>No service tokens.</Nothing>}
          <TokenList tokens={service} may={may} />
        </WhenRead>
        {!may && <p className="mt-2 text-[13px] text-muted">Owners and admins issue and revoke them.</p>}
      </Section>
      {may && reading.data && (
        <Section title="Other people’s tokens">
          {others.length === 0 && <Nothing>No one else has a token.</Nothing>}
          <TokenList tokens={others} may />
        </Section>
      )}
      {isOpen && (
        <Suspense>
          <IssueTokenDialog service onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Screen>
  );
}
