// The part of nanobind's interface that the bindings use, for WebAssembly. A call is a message of MessagePack with the
// arguments, and its answer another one. src/uka/kernels/webassembly.py is at the other end.
//
// A buffer crosses as its kind ('i', 'u', 'f' or '?'), the size of a cell in bytes, its shape, whether it is read-only,
// and its address in this module's memory. An object crosses as an extension: the number of its class, and its address.
#pragma once
#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "message_pack.hpp"

#define NB_MODULE(name, module) void uka::nb::declare(uka::nb::module_& module)

namespace uka::nb {

// One call: the arguments to be read, and the addresses of the buffers that the function may write.
struct Call {
    MessageReader arguments;
    std::vector<std::uintptr_t> written{};
};

struct Function {
    int owner;  // the number of the class, or -1
    const char* name;
    bool is_property;
    std::function<void(Call&, MessageWriter&)> run;
};

struct Class {
    const char* name;
    void (*remove)(std::uintptr_t address);
};

// All that the bindings declare. A function's number is its index here, and so is that of a class.
struct Declared {
    std::vector<Function> functions;
    std::vector<Class> classes;
    std::vector<std::pair<const char*, std::int64_t>> constants;
};
Declared& declared();
void declare(class module_& m);

template <class T>
inline std::int8_t class_number = -1;

struct DataType {
    char kind;
    std::size_t size;
    bool operator==(const DataType&) const = default;
};

template <class T>
constexpr DataType dtype() {
    return {std::is_floating_point_v<T> ? 'f' : std::is_unsigned_v<T> ? 'u' : 'i', sizeof(T)};
}

class Array {
public:
    Array(Call& call, bool writes) {
        MessageReader& in = call.arguments;
        in.array(5);
        type.kind = in.letter();
        type.size = in.integer<std::size_t>();
        sizes.resize(in.array());
        for (std::size_t& size : sizes) size = in.integer<std::size_t>();
        const bool read_only = in.boolean();
        address = in.integer<std::uintptr_t>();
        if (!writes) return;
        if (read_only) throw WrongType();
        call.written.push_back(address);
    }

    std::size_t ndim() const { return sizes.size(); }
    std::size_t shape(std::size_t i) const { return sizes[i]; }
    DataType dtype() const { return type; }
    void* data() const { return reinterpret_cast<void*>(address); }

private:
    DataType type;
    std::vector<std::size_t> sizes;
    std::uintptr_t address;
};

struct ro {};
struct c_contig {};
namespace device {
struct cpu {};
}  // namespace device
template <class... Options>
struct ndarray : Array {
    explicit ndarray(Call& call) : Array(call, !(std::is_same_v<Options, ro> || ...)) {}
};

// Reads an argument and writes a result of the type T. In general that is an object of a class.
template <class T>
struct Value {
    static T& read(Call& call) {
        const Extension found = call.arguments.extension();
        if (found.code != class_number<T>) throw WrongType();
        return *reinterpret_cast<T*>(found.value);
    }
    static void write(MessageWriter& out, const T& value) {
        out.extension({class_number<T>, reinterpret_cast<std::uintptr_t>(new T(value))});
    }
};

template <>
struct Value<bool> {
    static bool read(Call& call) { return call.arguments.boolean(); }
    static void write(MessageWriter& out, bool value) { out.boolean(value); }
};

template <std::integral T>
struct Value<T> {
    static T read(Call& call) { return call.arguments.integer<T>(); }
    static void write(MessageWriter& out, T value) { out.integer(value); }
};

template <>
struct Value<double> {
    static double read(Call& call) { return call.arguments.real(); }
    static void write(MessageWriter& out, double value) { out.real(value); }
};

template <class... Options>
struct Value<ndarray<Options...>> {
    static ndarray<Options...> read(Call& call) { return ndarray<Options...>(call); }
};

template <class T>
struct Value<std::optional<T>> {
    static std::optional<T> read(Call& call) {
        if (!call.arguments.next_is_nil()) return Value<T>::read(call);
        call.arguments.nil();
        return std::nullopt;
    }
};

template <class T>
struct Value<std::vector<T>> {
    static std::vector<T> read(Call& call) {
        std::vector<T> found;
        for (std::size_t left = call.arguments.array(); left; left--) found.push_back(Value<T>::read(call));
        return found;
    }
    static void write(MessageWriter& out, const std::vector<T>& values) {
        out.array(values.size());
        for (const T& value : values) Value<T>::write(out, value);
    }
};

template <class T, std::size_t N>
struct Value<std::array<T, N>> {
    static std::array<T, N> read(Call& call) {
        call.arguments.array(N);
        std::array<T, N> found;
        for (T& each : found) each = Value<T>::read(call);
        return found;
    }
    static void write(MessageWriter& out, const std::array<T, N>& values) {
        out.array(N);
        for (const T& value : values) Value<T>::write(out, value);
    }
};

template <class... T>
struct Value<std::tuple<T...>> {
    static std::tuple<T...> read(Call& call) {
        call.arguments.array(sizeof...(T));
        return std::tuple<T...>{Value<T>::read(call)...};  // braces: from left to right
    }
    static void write(MessageWriter& out, const std::tuple<T...>& values) {
        out.array(sizeof...(T));
        std::apply([&](const T&... value) { (Value<T>::write(out, value), ...); }, values);
    }
};

template <class A, class B>
struct Value<std::pair<A, B>> {
    static void write(MessageWriter& out, const std::pair<A, B>& values) {
        out.array(2);
        Value<A>::write(out, values.first);
        Value<B>::write(out, values.second);
    }
};

// Reads the arguments of a function.
template <class... T>
auto read_arguments(Call& call) {
    call.arguments.array(sizeof...(T));
    return std::tuple<decltype(Value<T>::read(call))...>{Value<T>::read(call)...};
}

// Calls `run` with arguments of the types T that it reads, and writes the result.
template <class... T>
void pass(Call& call, MessageWriter& out, auto run) {
    auto arguments = read_arguments<T...>(call);
    using Result = std::remove_cvref_t<decltype(std::apply(run, arguments))>;
    if constexpr (std::is_void_v<Result>) {
        std::apply(run, arguments);
        out.nil();
    } else {
        Value<Result>::write(out, std::apply(run, arguments));
    }
}

// Argument names and hints of nanobind, which mean nothing here.
struct arg {
    arg noconvert() const { return {}; }
    arg none() const { return {}; }
};
namespace literals {
constexpr arg operator""_a(const char*, std::size_t) { return {}; }
}  // namespace literals
template <class... T>
struct init {};
template <int, int>
struct keep_alive {};  // at the other end, an object keeps those that it was made of
template <class T>
struct call_guard {};
struct [[maybe_unused]] gil_scoped_release {};

class module_ {
public:
    template <class R, class... A>
    void def(const char* name, R (*function)(A...), const auto&...) {
        declare(-1, name, false, function);
    }

    class Attribute {
    public:
        explicit Attribute(const char* name) : name(name) {}
        void operator=(std::int64_t value) { declared().constants.emplace_back(name, value); }

    private:
        const char* name;
    };
    Attribute attr(const char* name) { return Attribute(name); }

    template <class R, class... A>
    static void declare(int owner, const char* name, bool is_property, R (*function)(A...)) {
        const auto run = [function](Call& call, MessageWriter& out) {
            pass<std::remove_cvref_t<A>...>(call, out, function);
        };
        declared().functions.push_back({owner, name, is_property, run});
    }
};

template <class T>
class class_ {
public:
    class_(module_&, const char* name) : number(static_cast<std::int8_t>(declared().classes.size())) {
        class_number<T> = number;
        declared().classes.push_back({name, [](std::uintptr_t address) { delete reinterpret_cast<T*>(address); }});
    }

    template <class... A>
    class_& def(init<A...>, const auto&...) {
        return constructor<A...>([](void* made, auto&... arguments) { new (made) T(arguments...); });
    }

    template <class... A>
    class_& def(const char*, void (*construct)(T*, A...), const auto&...) {
        return constructor<A...>(
            [construct](void* made, auto&... arguments) { construct(static_cast<T*>(made), arguments...); });
    }

    template <class Lambda>
        requires requires { &Lambda::operator(); }
    class_& def(const char* name, Lambda lambda, const auto&... hints) {
        return def(name, +lambda, hints...);
    }

    template <class R, class... A>
    class_& def(const char* name, R (*function)(A...), const auto&...) {
        module_::declare(number, name, false, function);
        return *this;
    }

    template <class R, class Base, class... A>
    class_& def(const char* name, R (Base::*method)(A...) const, const auto&...) {
        const auto run = [method](Call& call, MessageWriter& out) {
            pass<T, std::remove_cvref_t<A>...>(
                call, out, [method](const T& self, auto&... arguments) { return (self.*method)(arguments...); });
        };
        declared().functions.push_back({number, name, false, run});
        return *this;
    }

    class_& def_prop_ro(const char* name, auto get) {
        module_::declare(number, name, true, +get);
        return *this;
    }

    template <class Field>
    class_& def_ro(const char* name, Field T::* field) {
        const auto run = [field](Call& call, MessageWriter& out) {
            pass<T>(call, out, [field](const T& self) { return self.*field; });
        };
        declared().functions.push_back({number, name, true, run});
        return *this;
    }

private:
    struct Free {
        void operator()(void* memory) const { ::operator delete(memory); }
    };

    template <class... A>
    class_& constructor(auto construct) {
        const auto run = [construct](Call& call, MessageWriter& out) {
            auto arguments = read_arguments<std::remove_cvref_t<A>...>(call);
            std::unique_ptr<void, Free> memory(::operator new(sizeof(T)));
            std::apply([&](auto&... each) { construct(memory.get(), each...); }, arguments);
            out.extension({class_number<T>, reinterpret_cast<std::uintptr_t>(memory.release())});
        };
        declared().functions.push_back({number, "__init__", false, run});
        return *this;
    }

    std::int8_t number;
};

}  // namespace uka::nb
