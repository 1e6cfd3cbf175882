/** Asks the browser to allow sound and to keep the screen on. The screen in a tournament hall needs both. */

import { isAudible, resumeAudio } from "../../lib/view/synthesizer.ts";

class SoundState {
  /** Whether the browser allows the page to play the sound of the bell now. */
  now = $state(isAudible());
  #asking = false;

  /** Asks the browser to start audio. Browsers allow this only after an action of the user. */
  async ask(): Promise<void> {
    if (this.#asking || isAudible()) return;
    this.#asking = true;
    await resumeAudio(() => (this.now = isAudible()));
    this.#asking = false;
  }
}

export const sound = new SoundState();

/**
 * Prevents the screen from turning off, if the browser supports this. The returned function allows the screen to turn
 * off again.
 */
export function keepScreenOn(): () => void {
  let over = false;
  let lock: WakeLockSentinel | undefined;
  const ask = async (): Promise<void> => {
    if (over || document.visibilityState !== "visible") return;
    try {
      lock = await navigator.wakeLock.request("screen");
      if (over) await lock.release();
    } catch {
      // the browser has no wake lock, or refuses it now
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

/** Switches the full-screen mode on or off. Does nothing if the browser does not allow this. */
export async function toggleFullScreen(): Promise<void> {
  try {
    await (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen());
  } catch {
    // the browser does not allow full screen
  }
}
