/** Asks the browser to let a hall's screen play sound and stay on. */

import { isAudible, resumeAudio } from "../../lib/view/sound.ts";

class SoundState {
  /** Whether the browser lets the page sound the bell now. */
  now = $state(isAudible());
  #asking = false;

  /** Asks the browser to start audio, which works only after a user's action. */
  async ask(): Promise<void> {
    if (this.#asking || isAudible()) return;
    this.#asking = true;
    await resumeAudio(() => (this.now = isAudible()));
    this.#asking = false;
  }
}

export const sound = new SoundState();

/** Keeps the screen on, if the browser can. The returned function ends this. */
export function keepScreenOn(): () => void {
  let over = false;
  let lock: WakeLockSentinel | undefined;
  const ask = async (): Promise<void> => {
    if (over || document.visibilityState !== "visible") return;
    try {
      lock = await navigator.wakeLock.request("screen");
      if (over) await lock.release();
    } catch {
      // the browser has no wake lock, or does not grant it now
    }
  };
  void ask();
  document.addEventListener("visibilitychange", ask);
  return () => {
    over = true;
    document.removeEventListener("visibilitychange", ask);
    void lock?.release();
  };
}

/** Switches full screen on or off. Does nothing if the browser does not allow it. */
export async function toggleFullScreen(): Promise<void> {
  try {
    await (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen());
  } catch {
    // the browser does not allow it
  }
}
