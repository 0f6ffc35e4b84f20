import { useNavigate } from '@tanstack/react-router';
import { pastScreen } from '../use-cursor.js';
import { atMoment } from './at-moment.js';

/** Moves the screen to a moment; undefined: back to now. From a screen without a past to the list of alerts. */
export function useGoTo(): (at: number | string | undefined) => void {
  const navigate = useNavigate();
  return (at) => {
    const search = atMoment(at);
    void navigate(pastScreen.test(location.pathname) ? { to: '.', search, resetScroll: false } : { to: '/alerts', search });
  };
}
