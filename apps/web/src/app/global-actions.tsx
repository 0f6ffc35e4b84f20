import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState, type ChangeEvent } from 'react';
import { useMay } from '../data/session/session.js';
import { Dialog } from '../ui/dialog.js';
import { useStore } from '../data/store.js';
import { useKeyboard } from '../ui/use-keyboard.js';
import { openDialog } from './open-dialog.js';
import { chooseMoment } from './past/choosing.js';
import { paletteInput } from './palette-input.js';
import { places } from './places.js';
import { PageSomeoneDialog } from '../features/alerts/list/lazy-page-someone.js';
import { lazyPart } from '../ui/lazy-part.js';
import { DialogBoundary, PartBoundary } from '../ui/part-boundary.js';
import { LoadFailure } from '../ui/screen.js';

const Palette = lazyPart(() => import('./palette.js'), 'Palette');
const KeysHelp = lazyPart(() => import('./keys-help.js'), 'KeysHelp');

/** Actions of every screen: search, go to a screen, page someone, show shortcuts. Their code is loaded on first use. */
export function GlobalActions() {
  const open = useStore(openDialog);
  const navigate = useNavigate();
  const mayPage = useMay('person.page');
  const [typed, setTyped] = useState('');
  const close = () => {
    setTyped('');
    openDialog.set(null);
  };

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      setTyped('');
      openDialog.set(openDialog.now() ? null : { what: 'palette' });
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  useKeyboard([
    ...places.flatMap(({ key, to, label }) => (key ? [{ key, says: `go to ${label}`, run: () => void navigate({ to }) }] : [])),
    mayPage && { key: 'p', says: 'page someone', run: () => openDialog.set({ what: 'page' }) },
    { key: 'g t', says: 'go to a moment', run: chooseMoment },
    { key: '?', says: 'show this list', run: () => openDialog.set({ what: 'keys' }) },
  ]);

  return (
    <>
      {open?.what === 'palette' && (
        <Dialog title="Quick search" bare onClose={close}>
          <PartBoundary
            waiting={<PaletteInput value={typed} onChange={(event) => setTyped(event.target.value)} />}
            renderFailed={(again, error) => <LoadFailure what="The search" error={error} again={again} />}
          >
            <Palette
              typed={typed}
              onType={setTyped}
              onClose={close}
              onPage={(whom) => openDialog.set({ what: 'page', whom })}
              onKeys={() => openDialog.set({ what: 'keys' })}
            />
          </PartBoundary>
        </Dialog>
      )}
      {open && open.what !== 'palette' && (
        <DialogBoundary key={open.what} onClose={close}>
          {open.what === 'page' ? (
            <PageSomeoneDialog onClose={close} {...(open.whom ? { whom: open.whom } : {})} />
          ) : (
            <KeysHelp onClose={close} />
          )}
        </DialogBoundary>
      )}
    </>
  );
}

/** Takes typed text while the palette is loading, so that no letter triggers a shortcut. */
const PaletteInput = (input: { value: string; onChange: (event: ChangeEvent<HTMLInputElement>) => void }) => (
  <input {...input} aria-label="Quick search" placeholder="People, services, commands" className={paletteInput} />
);
