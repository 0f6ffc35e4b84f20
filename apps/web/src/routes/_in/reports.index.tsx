import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/_in/reports/')({
  beforeLoad: () => {
    throw redirect({ to: '/reports/response' });
  },
});
