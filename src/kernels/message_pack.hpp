// MessagePack: reads all that Python may write as an argument, and writes each kind of value in its longest form.
#pragma once
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

namespace uka {

// A value of another type than the one that is read.
struct WrongType : std::runtime_error {
    WrongType() : std::runtime_error("incompatible function arguments") {}
};

struct Extension {
    std::int8_t code;
    std::uint64_t value;
};

class MessageReader {
public:
    MessageReader(const std::uint8_t* at, std::size_t size) : at(at), end(at + size) {}

    bool next_is_nil() const { return at < end && *at == 0xc0; }
    void nil() { expect(0xc0); }

    bool boolean() {
        const unsigned tag = byte();
        if (tag != 0xc2 && tag != 0xc3) throw WrongType();
        return tag == 0xc3;
    }

    template <std::integral T>
    T integer() {
        const unsigned tag = byte();
        if (tag < 0x80) return fitting<T>(tag);
        if (tag >= 0xe0) return fitting<T>(static_cast<std::int8_t>(tag));
        if (tag == 0xc2 || tag == 0xc3) return fitting<T>(tag - 0xc2);  // false, true
        if (tag >= 0xcc && tag <= 0xcf) return fitting<T>(number(1u << (tag - 0xcc)));
        if (tag < 0xd0 || tag > 0xd3) throw WrongType();
        const int size = 1 << (tag - 0xd0), unused = 64 - 8 * size;
        return fitting<T>(static_cast<std::int64_t>(number(size) << unused) >> unused);
    }

    double real() {
        if (at < end && *at != 0xcb) return static_cast<double>(integer<std::int64_t>());
        byte();
        return std::bit_cast<double>(number(8));
    }

    std::size_t array() {
        const unsigned tag = byte();
        if (tag >= 0x90 && tag <= 0x9f) return tag & 15;
        if (tag != 0xdc && tag != 0xdd) throw WrongType();
        return static_cast<std::size_t>(number(tag == 0xdc ? 2 : 4));
    }

    void array(std::size_t size) {
        if (array() != size) throw WrongType();
    }

    char letter() {
        expect(0xa1);
        return static_cast<char>(byte());
    }

    Extension extension() {
        expect(0xd7);
        const auto code = static_cast<std::int8_t>(byte());
        return {code, number(8)};
    }

private:
    unsigned byte() {
        if (at == end) throw WrongType();
        return *at++;
    }

    void expect(unsigned tag) {
        if (byte() != tag) throw WrongType();
    }

    std::uint64_t number(int size) {
        std::uint64_t found = 0;
        for (int i = 0; i < size; i++) found = found << 8 | byte();
        return found;
    }

    template <std::integral T>
    static T fitting(std::integral auto number) {
        if (!std::in_range<T>(number)) throw WrongType();
        return static_cast<T>(number);
    }

    const std::uint8_t *at, *end;
};

class MessageWriter {
public:
    std::vector<std::uint8_t> bytes;

    void nil() { bytes.push_back(0xc0); }
    void boolean(bool value) { bytes.push_back(value ? 0xc3 : 0xc2); }
    void real(double value) { tagged(0xcb, 8, std::bit_cast<std::uint64_t>(value)); }
    void array(std::size_t size) { tagged(0xdd, 4, size); }

    void integer(std::integral auto value) { tagged(value < 0 ? 0xd3 : 0xcf, 8, static_cast<std::uint64_t>(value)); }

    void text(std::string_view value) {
        tagged(0xdb, 4, value.size());
        bytes.insert(bytes.end(), value.begin(), value.end());
    }

    void extension(const Extension& value) {
        bytes.push_back(0xd7);
        tagged(static_cast<std::uint8_t>(value.code), 8, value.value);
    }

private:
    void tagged(unsigned tag, int size, std::uint64_t value) {
        bytes.push_back(static_cast<std::uint8_t>(tag));
        while (size--) bytes.push_back(static_cast<std::uint8_t>(value >> 8 * size));
    }
};

}  // namespace uka
