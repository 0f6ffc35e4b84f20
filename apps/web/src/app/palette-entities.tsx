import { useNavigate } from '@tanstack/react-router';
import { plainName, useNames } from '../data/words/names.js';
import { useMay } from '../data/session/session.js';
import { useCommand } from '../data/cache/use-command.js';
import { useAll } from '../data/cache/use-view.js';
import { courseInWords } from './palette-words.js';
import { OnCall } from './palette-on-call.js';
import { Group, Item, type Close } from './palette-item.js';

/** Services, policies, teams and people, and what is done with them. */
export function Entities({ isSearched, close, onPage }: { isSearched: boolean; close: Close; onPage: (whom: string) => void }) {
  const [services, policies, teams, people] = [useAll('services'), useAll('policies'), useAll('teams'), useAll('people')];
  const navigate = useNavigate();
  const names = useNames();
  const mayPage = useMay('person.page');
  const test = useCommand('SendTestAlert', 'send a test alert');
  if (!isSearched) return null;
  const activeServices = services.filter(({ state }) => state === 'active');
  const activePeople = people.filter(({ state, role }) => state === 'active' && role !== 'observer');
  const policyOf = (policyId: string) => policies.find(({ id }) => id === policyId);
  return (
    <>
      <OnCall close={close} />
      <Group heading="Services">
        {activeServices.map(({ id, name, policyId }) => (
          <Item
            key={id}
            value={`service ${name} ${id}`}
            onSelect={close(() => navigate({ to: '/services/$id', params: { id } }))}
            aside={names.policy(policyId)}
          >
            {name}
          </Item>
        ))}
        {activeServices.map(({ id, name, policyId }) => (
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
        {activeServices.map(({ id, name }) => (
          <Item
            key={id}
            value={`send a test alert to ${name} ${id}`}
            onSelect={close(() => test.mutate({ serviceId: id, wholePolicy: false }))}
          >
            Send a test alert to {name}
          </Item>
        ))}
      </Group>
      {mayPage && (
        <Group heading="Page">
          {[...activePeople, ...activeServices].map(({ id, name }) => (
            <Item key={id} value={`page ${plainName(name)} ${id}`} onSelect={close(() => onPage(id))}>
              Page {plainName(name)}…
            </Item>
          ))}
        </Group>
      )}
      <Group heading="People, teams and policies">
        {people
          .filter(({ state }) => state !== 'erased')
          .map(({ id, name }) => (
            <Item
              key={id}
              value={`person ${plainName(name)} ${id}`}
              onSelect={close(() => navigate({ to: '/people/$id', params: { id } }))}
            >
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
      </Group>
    </>
  );
}
