// The functions that the WebAssembly module exports: memory for messages and buffers, and calls.
#ifdef __wasm__
#include "webassembly.hpp"

#include <new>
#include <stdexcept>

// The tag of the exceptions, which no library of the compiler defines.
asm(".globl __cpp_exception\n.tagtype __cpp_exception i32\n__cpp_exception:\n");

// Called for an object that lives as long as a thread. The only thread of the module never ends.
extern "C" int __cxa_thread_atexit(void (*)(void*), void*, void*) { return 0; }

#define EXPORT(name) __attribute__((export_name(#name)))

namespace uka::nb {

Declared& declared() {
    static Declared all;
    return all;
}

namespace {

MessageWriter answer;

void run(const Function& function, Call& call) {
    answer.array(2);
    function.run(call, answer);
    answer.array(call.written.size());
    for (const std::uintptr_t address : call.written) answer.integer(address);
}

void refuse(const char* error, const char* why) {
    answer.bytes.clear();
    answer.array(2);
    answer.text(error);
    answer.text(why);
}

}  // namespace

EXPORT(allocate) void* allocate(std::size_t size) { return ::operator new(size); }

EXPORT(release) void release(void* memory) { ::operator delete(memory); }

// Returns how many bytes the last answer has.
EXPORT(size) std::size_t size() { return answer.bytes.size(); }

// Calls a function with a message at an address. Returns the address of the answer: what the function returns and the
// addresses of the buffers that it may have written, or the name and the text of an error.
EXPORT(call) const void* call(std::size_t number, const std::uint8_t* message, std::size_t size) {
    answer.bytes.clear();
    Call made{{message, size}};
    try {
        run(declared().functions.at(number), made);
    } catch (const WrongType& error) {
        refuse("TypeError", error.what());
    } catch (const std::invalid_argument& error) {
        refuse("ValueError", error.what());
    } catch (const std::bad_alloc& error) {
        refuse("MemoryError", error.what());
    } catch (const std::exception& error) {
        refuse("RuntimeError", error.what());
    }
    return answer.bytes.data();
}

// Deletes an object.
EXPORT(remove) void remove(std::size_t number, std::uintptr_t address) { declared().classes[number].remove(address); }

// Declares all functions, and returns the address of their description, to be called once: the constants, the names of
// the classes, and the class, the name and the kind of each function.
EXPORT(describe) const void* describe() {
    module_ m;
    declare(m);
    answer.array(3);
    answer.array(declared().constants.size());
    for (const auto& [name, value] : declared().constants) answer.array(2), answer.text(name), answer.integer(value);
    answer.array(declared().classes.size());
    for (const Class& each : declared().classes) answer.text(each.name);
    answer.array(declared().functions.size());
    for (const Function& each : declared().functions) {
        answer.array(3);
        answer.integer(each.owner);
        answer.text(each.name);
        answer.boolean(each.is_property);
    }
    return answer.bytes.data();
}

}  // namespace uka::nb
#endif
