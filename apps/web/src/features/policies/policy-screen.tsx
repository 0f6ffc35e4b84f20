import { Link } from '@tanstack/react-router';
import { useNames } from '../../data/words/names.js';
import { useMay } from '../../data/session/session.js';
import { useAll, useEvery, useRow } from '../../data/cache/use-view.js';
import { MissingScreen, Screen, Section } from '../../ui/screen.js';
import { ScreenReading, type UpperPart } from '../../ui/when-read.js';
import { MomentLink } from '../../ui/moment-link.js';
import { At } from '../../ui/time.js';
import { PolicyRemoval } from './policy-removal.js';
import { PolicyEditor } from './policy-editor.js';

/** One escalation policy: its sentences, course, services and versions. */
export function PolicyScreen({ id, readiness: Readiness }: { id: string; readiness: UpperPart<{ id: string }> }) {
  const reading = useRow('policies', id);
  const { data } = reading;
  const names = useNames();
  const policy = data?.row;
  const may = useMay('service.configure', { teamId: policy?.teamId ?? null });
  const used = useEvery('services');
  const areServicesRead = used.data !== undefined;
  const services = useAll('services').filter(({ policyId }) => policyId === id);

  if (data?.row === null || policy?.removed) return <MissingScreen what="escalation policy" />;
  if (!policy) return <ScreenReading of={reading} what="escalation policy" narrow={false} />;
  return (
    <Screen title={policy.name}>
      <p className="-mt-3 mb-6 text-muted">
        Escalation policy of{' '}
        <Link to="/teams/$id" params={{ id: policy.teamId }} className="link">
          {names.team(policy.teamId)}
        </Link>
        , version {policy.version}. {!areServicesRead ? '' : services.length === 0 ? 'No service uses it.' : 'Used by '}
        {services.map(({ id: serviceId, name }, n) => (
          <span key={serviceId}>
            {n > 0 && ', '}
            <Link to="/services/$id" params={{ id: serviceId }} className="link">
              {name}
            </Link>
          </span>
        ))}
      </p>
      <Readiness
        id={id}
        below={
          <>
            <PolicyEditor key={policy.id} policy={policy} may={may} serviceIds={services.map((service) => service.id)} />
            <Section title="Versions">
              <ul className="text-muted">
                {policy.versions.toReversed().map(({ version, since, steps }) => (
                  <li key={version} className="flex gap-3 py-1">
                    <span className="w-20">Version {version}</span>
                    <span>
                      since{' '}
                      <MomentLink at={since}>
                        <At at={since} />
                      </MomentLink>
                    </span>
                    <span>
                      {steps.length} {steps.length === 1 ? 'step' : 'steps'}
                    </span>
                  </li>
                ))}
              </ul>
            </Section>
            {areServicesRead && <PolicyRemoval policy={policy} services={services} may={may} />}
          </>
        }
      />
    </Screen>
  );
}
