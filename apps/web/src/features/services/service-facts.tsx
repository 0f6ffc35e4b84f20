import { textOrErased } from '@tocsin/contracts/redactions/noun.js';
import type { ServiceRow } from '@tocsin/contracts/services/noun.js';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useNames } from '../../data/words/names.js';
import { Person } from '../../ui/person.js';
import { Section } from '../../ui/screen.js';

const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <>
    <dt className="text-muted">{term}</dt>
    <dd className="min-w-0 wrap-anywhere">{children}</dd>
  </>
);

/** Whose it is, whom it pages now, and what it is. */
export function ServiceFacts({ service }: { service: ServiceRow }) {
  const names = useNames();
  const people = names.behind(names.policyRow(service.policyId)?.steps[0]?.targets ?? []);
  const description = textOrErased(service.description);
  return (
    <Section title="About">
      <dl className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-x-2 gap-y-2">
        <Fact term="Team">
          <Link to="/teams/$id" params={{ id: service.teamId }} className="link">
            {names.team(service.teamId)}
          </Link>
        </Fact>
        <Fact term="Policy">
          <Link to="/policies/$id" params={{ id: service.policyId }} className="link">
            {names.policy(service.policyId)}
          </Link>
        </Fact>
        <Fact term="On call">
          {people.length === 0 && <Person personId={null} name="no one" />}
          {people.map((id) => (
            <Link key={id} to="/people/$id" params={{ id }} className="flex min-w-0 py-0.5 hover:underline">
              <Person personId={id} name={names.person(id)} says={id === names.me ? 'You' : undefined} />
            </Link>
          ))}
        </Fact>
        {service.runbook && (
          <Fact term="Runbook">
            <a href={service.runbook} className="link" target="_blank" rel="noreferrer">
              {service.runbook.replace(/^https?:\/\//, '')} ↗
            </a>
          </Fact>
        )}
        {service.labels && (
          <Fact term="Labels">
            {Object.entries(service.labels).map(([name, value]) => (
              <span key={name} className="block font-mono text-xs leading-5">
                {name}={value}
              </span>
            ))}
          </Fact>
        )}
        {description && <Fact term="Description">{description}</Fact>}
      </dl>
    </Section>
  );
}
