// notify.ts: notifications on this device: what it lacks for them, and its push subscription.

/** Why this browser cannot show notifications: the page came over plain HTTP, or the browser lacks support. */
export function lacking(): 'security' | 'support' | '' {
  if (!isSecureContext) return 'security';
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window ? '' : 'support';
}

async function manager(): Promise<PushManager> {
  await navigator.serviceWorker.register('/sw.js');
  return (await navigator.serviceWorker.ready).pushManager;
}

/** A readable name for this browser. */
export function nameOf(agent: string): string {
  const browser = ([['Edg', 'Edge'], ['OPR', 'Opera'], ['Firefox'], ['Chrome'], ['Safari']] as const).find(([sign]) => agent.includes(sign));
  const system = ['Android', 'iPhone', 'iPad', 'Windows', 'Mac OS', 'CrOS', 'Linux'].find((sign) => agent.includes(sign));
  return [browser?.[1] ?? browser?.[0], system].filter(Boolean).join(', ');
}

export interface Subscription {
  endpoint: string;
  key: string;
  auth: string;
  name: string;
}

/** Asks for permission and subscribes; null if permission was refused.  key: the server's. */
export async function subscribe(key: string): Promise<Subscription | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  const push = await manager();
  // A subscription with another key, or of another server, is of no use.
  await (await push.getSubscription())?.unsubscribe();
  const { endpoint, keys } = (await push.subscribe({ userVisibleOnly: true, applicationServerKey: key })).toJSON();
  if (!endpoint || !keys?.['p256dh'] || !keys['auth']) return null;
  return { endpoint, key: keys['p256dh'], auth: keys['auth'], name: nameOf(navigator.userAgent) };
}

/** The subscription of this browser, if any. */
async function here(): Promise<PushSubscription | null> {
  if (lacking()) return null;
  const worker = await navigator.serviceWorker.getRegistration();
  return (await worker?.pushManager.getSubscription()) ?? null;
}

/** The push endpoint of this browser; '' if there is none. */
export async function endpointHere(): Promise<string> {
  return (await here())?.endpoint ?? '';
}

/** Removes the subscription of this browser. */
export async function unsubscribe(): Promise<void> {
  await (await here())?.unsubscribe();
}
