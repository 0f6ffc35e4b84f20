import { useMay, useMe } from '../../data/session/session.js';
import { useAll, useEvery } from '../../data/cache/use-view.js';
import { Screen } from '../../ui/screen.js';
import { DialogButton } from '../../ui/resource/form-dialog.js';
import { TokenList } from './token-list.js';
import { StandingApprovals } from '../tool-plans/shared/standing-approvals.js';
import { lazyPart } from '../../ui/lazy-part.js';

const IssueTokenDialog = lazyPart(() => import('./issue-token-dialog.js'), 'IssueTokenDialog');

/** Every program that may act here: service tokens, and for those who may configure them other people’s. */
export function TokensScreen() {
  const reading = useEvery('tokens');
  const tokens = useAll('tokens');
  const may = useMay('tokens.configure');
  const { personId: me } = useMe();
  return (
    <Screen narrow title="Tokens">
      <TokenList
        title="Service tokens"
        what="The service tokens"
        reading={reading}
        tokens={tokens.filter(({ kind }) => kind === 'service')}
        may={may}
        empty="No service tokens."
        filterBy="tokens"
        history={{ stream: 'tokens' }}
        addButton={may && <DialogButton label="Issue token" renderDialog={(close) => <IssueTokenDialog service onClose={close} />} />}
      >
        {!may && <p className="mt-2 text-xs text-muted">Owners and admins issue and revoke them.</p>}
      </TokenList>
      {may && reading.data && (
        <TokenList
          title="Other people’s tokens"
          what="Other people’s tokens"
          reading={reading}
          tokens={tokens.filter(({ kind, personId }) => kind === 'personal' && personId !== me)}
          may
          empty="No one else has a token."
          filterBy="others"
        />
      )}
      <StandingApprovals />
    </Screen>
  );
}
