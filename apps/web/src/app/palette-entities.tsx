import { canBePaged } from '@tocsin/contracts/people/can-be-paged.js';
import type { PolicyRow } from '@tocsin/contracts/policies/noun.js';
import type { ServiceRow } from '@tocsin/contracts/services/noun.js';
import type { TeamRow } from '@tocsin/contracts/teams/noun.js';
import { useNavigate } from '@tanstack/react-router';
import { plainName, useNames } from '../data/words/names.js';
import { useMay } from '../data/session/session.js';
import { useCommand } from '../data/cache/use-command.js';
import { useAll } from '../data/cache/use-view.js';
import type { RowOf } from '../data/cache/read.js';
import { courseInWords } from './palette-words.js';
import { OnCall } from './palette-on-call.js';
import { Group, Item, type Close } from './palette-item.js';

interface Props {
  close: Close;
}

/** Services, policies, teams and people, with their actions. */
export function Entities({ isSearched, close, onPage }: Props & { isSearched: boolean; onPage: (whom: string) => void }) {
  const [allServices, policies, teams, people] = [useAll('services'), useAll('policies'), useAll('teams'), useAll('people')];
  const mayPage = useMay('person.page');
  if (!isSearched) return null;
  const services = allServices.filter(({ state }) => state === 'active');
  const pageable = people.filter(canBePaged);
  return (
    <>
      <OnCall close={close} />
      <Group heading="Services">
        <Services services={services} policies={policies} close={close} />
      </Group>
      {mayPage && (
        <Group heading="Page">
          {[...pageable, ...services].map(({ id, name }) => (
            <Item key={id} value={`page ${plainName(name)} ${id}`} onSelect={close(() => onPage(id))}>
              Page {plainName(name)}…
            </Item>
          ))}
        </Group>
      )}
      <Group heading="People, teams and policies">
        <Owners people={people} teams={teams} policies={policies} close={close} />
      </Group>
    </>
  );
}

/** Their screens, whom each pages, and a test alert for each. */
function Services({ services, policies, close }: Props & { services: readonly ServiceRow[]; policies: readonly PolicyRow[] }) {
  const navigate = useNavigate();
  const names = useNames();
  const test = useCommand('SendTestAlert', 'send a test alert');
  const policyOf = (policyId: string) => policies.find(({ id }) => id === policyId);
  return (
    <>
      {services.map(({ id, name, policyId }) => (
        <Item
          key={id}
          value={`service ${name} ${id}`}
          onSelect={close(() => navigate({ to: '/services/$id', params: { id } }))}
          aside={names.policy(policyId)}
        >
          {name}
        </Item>
      ))}
      {services.map(({ id, name, policyId }) => (
        <Item
          key={id}
          value={`who is paged for ${name} ${id}`}
          onSelect={close(() => navigate({ to: '/policies/$id', params: { id: policyId } }))}
          isAnswer
          aside={courseInWords(policyOf(policyId)?.steps ?? [], names)}
        >
          Who is paged for {name}
        </Item>
      ))}
      {services.map(({ id, name }) => (
        <Item
          key={id}
          value={`send a test alert to ${name} ${id}`}
          onSelect={close(() => test.mutate({ serviceId: id, wholePolicy: false }))}
        >
          Send a test alert to {name}
        </Item>
      ))}
    </>
  );
}

interface OwnersProps extends Props {
  people: readonly RowOf<'people'>[];
  teams: readonly TeamRow[];
  policies: readonly PolicyRow[];
}

function Owners({ people, teams, policies, close }: OwnersProps) {
  const navigate = useNavigate();
  return (
    <>
      {people
        .filter(({ state }) => state !== 'erased')
        .map(({ id, name }) => (
          <Item key={id} value={`person ${plainName(name)} ${id}`} onSelect={close(() => navigate({ to: '/people/$id', params: { id } }))}>
            {plainName(name)}
          </Item>
        ))}
      {teams.map(({ id, name }) => (
        <Item key={id} value={`team ${name} ${id}`} onSelect={close(() => navigate({ to: '/teams/$id', params: { id } }))} aside="team">
          {name}
        </Item>
      ))}
      {policies
        .filter(({ removed }) => !removed)
        .map(({ id, name }) => (
          <Item
            key={id}
            value={`policy ${name} ${id}`}
            onSelect={close(() => navigate({ to: '/policies/$id', params: { id } }))}
            aside="policy"
          >
            {name}
          </Item>
        ))}
    </>
  );
}
