import { useAll, useEvery } from '../../../data/cache/use-view.js';
import { Screen, Section } from '../../../ui/screen.js';
import { WhenRead } from '../../../ui/when-read.js';
import { ComparedService } from './compared-service.js';
import { OldSystems } from './old-systems.js';

/** What the old system does beside what Tocsin would do, until each service goes live. */
export function SideBySideScreen() {
  const [services, oldSystems] = [useEvery('services'), useEvery('oldSystems')];
  const rehearsing = useAll('services').flatMap((service) =>
    service.rehearsingSince !== undefined && service.state === 'active' ? [{ service, since: service.rehearsingSince }] : [],
  );
  const systems = oldSystems.data?.rows ?? [];
  return (
    <Screen title="Side by side">
      <WhenRead of={[services, oldSystems]} what="The comparison" lines={6}>
        <OldSystems rows={systems} />
        {rehearsing.length === 0 && (
          <Section title="Services">
            <p className="text-muted">No service rehearses.</p>
          </Section>
        )}
        <div className="mt-5 grid items-start gap-5 xl:grid-cols-2">
          {rehearsing.map((one) => (
            <ComparedService key={one.service.id} {...one} oldSystems={systems} />
          ))}
        </div>
      </WhenRead>
    </Screen>
  );
}
