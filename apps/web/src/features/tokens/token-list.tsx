import * as tokenLimits from '@tocsin/contracts/tokens/limits.js';
import { scopes } from '@tocsin/contracts/tokens/scopes.js';
import type { TokenShown, TokenUses } from '@tocsin/contracts/tokens/noun.js';
import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { readable } from '../../data/words/readable.js';
import { tokenUsesQuery } from './token-uses.js';
import { serverNow } from '../../data/time/clock.js';
import { useNames } from '../../data/words/names.js';
import { useRemoval } from '../../data/cache/use-removal.js';
import { Removal } from '../../ui/resource/removal.js';
import { ResourceList } from '../../ui/resource/resource-list.js';
import { Ago, At, Day } from '../../ui/time.js';
import { Disclosure } from '../../ui/disclosure.js';

/** Living tokens first, the newest of them at the top. */
export const inOrder = (tokens: readonly TokenShown[]): { readonly live: readonly TokenShown[]; readonly over: readonly TokenShown[] } => {
  const newest = [...tokens].toSorted((a, b) => (a.issuedAt < b.issuedAt ? 1 : -1));
  const isLive = (token: TokenShown) => token.revoked === null && Date.parse(token.expiresAt) > serverNow();
  return { live: newest.filter(isLive), over: newest.filter((token) => !isLive(token)) };
};

interface ListProps extends Pick<
  ComponentProps<typeof ResourceList>,
  'title' | 'what' | 'reading' | 'empty' | 'history' | 'addButton' | 'children'
> {
  tokens: readonly TokenShown[];
  /** Whether the person may revoke them. */
  may: boolean;
  /** The name of its filter in the address. */
  filterBy?: string;
}

/** A list of tokens; expired and revoked ones are collapsed. */
export function TokenList({ tokens, may, filterBy, ...list }: ListProps) {
  const { live, over } = inOrder(tokens);
  const { data } = useQuery(tokenUsesQuery);
  const names = useNames();
  const textOf = ({ name, personId, teamId }: TokenShown) =>
    `${readable(name)} ${personId ? names.person(personId) : teamId ? names.team(teamId) : ''}`;
  return (
    <ResourceList
      {...list}
      {...(filterBy === undefined ? {} : { filter: { param: filterBy, textOf } })}
      rows={live}
      renderLine={(token) => <TokenLine token={token} may={may} usedAt={data?.uses[token.id]} reads={data?.reads[token.id]} />}
      pastRows={over.length > 0 && <OverTokens tokens={over} />}
    />
  );
}

const OverTokens = ({ tokens }: { tokens: readonly TokenShown[] }) => (
  <Disclosure className="mt-2 text-muted" summary={tokens.length === 1 ? '1 expired or revoked' : `${tokens.length} expired or revoked`}>
    <ul>
      {tokens.map((token) => (
        <OverLine key={token.id} token={token} />
      ))}
    </ul>
  </Disclosure>
);

interface LineProps {
  token: TokenShown;
  may: boolean;
  usedAt: string | undefined;
  reads: TokenUses['reads'][string] | undefined;
}

function TokenLine({ token, may, usedAt, reads }: LineProps) {
  const names = useNames();
  const name = readable(token.name);
  const revoke = useRemoval('RevokeToken', `revoke ${name}`);
  const where = token.personId ? names.person(token.personId) : token.teamId ? `${names.team(token.teamId)} only` : 'everywhere';
  return (
    <li className="border-b border-line/70 py-2.5">
      <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">{name}</span>
        {token.personId !== names.me && <span className="text-muted">{where}</span>}
        <span className="flex items-center justify-between gap-3 text-muted tabular-nums max-sm:w-full sm:ml-auto">
          <span>
            {usedAt ? (
              <>
                used <Ago at={usedAt} />
              </>
            ) : (
              'not used yet'
            )}
            {' · until '}
            <Day at={token.expiresAt} />
          </span>
          {may && (
            <Removal
              label="Revoke"
              says={`Programs that use ${name} are refused from now on.${usedAt ? '' : ' It has not been used yet.'}`}
              act="Revoke token"
              onRemove={() => revoke({ tokenId: token.id })}
            />
          )}
        </span>
      </div>
      <ul className="text-xs text-muted">
        {token.asOf !== undefined && <li>As of event {token.asOf.toLocaleString('en')} of the history</li>}
        {token.scopes.map((scope) => (
          <li key={scope}>{scopes[scope]}</li>
        ))}
      </ul>
      {reads && <Reads reads={reads} />}
    </li>
  );
}

/** What a program read, by tool and day. */
const Reads = ({ reads }: { reads: TokenUses['reads'][string] }) => (
  <Disclosure
    className="text-xs text-muted"
    summary={`Tool calls by MCP in ${tokenLimits.readDays} days: ${reads.reduce((sum, { times }) => sum + times, 0).toLocaleString('en')}`}
  >
    <ul className="tabular-nums">
      {reads
        .toSorted((one, other) => (one.day === other.day ? one.tool.localeCompare(other.tool) : one.day < other.day ? 1 : -1))
        .map(({ tool, day, times }) => (
          <li key={`${day} ${tool}`}>
            {day} {tool} {times.toLocaleString('en')}
          </li>
        ))}
    </ul>
  </Disclosure>
);

const endWords: Record<NonNullable<TokenShown['revoked']>['because'], (by: string) => string> = {
  revoked: (by) => `revoked by ${by} `,
  person_disabled: () => 'revoked: its person was disabled ',
  made_owner: () => 'revoked: its owner became an organisation owner ',
};

const OverLine = ({ token }: { token: TokenShown }) => {
  const names = useNames();
  const { revoked } = token;
  return (
    <li className="flex flex-wrap gap-x-3 py-1">
      <span>{readable(token.name) || 'A token'}</span>
      {token.personId !== null && token.personId !== names.me && <span>{names.person(token.personId)}</span>}
      <span className="ml-auto">
        {revoked === null ? 'expired ' : endWords[revoked.because](names.person(revoked.by))}
        <At at={revoked?.at ?? token.expiresAt} />
      </span>
    </li>
  );
};
